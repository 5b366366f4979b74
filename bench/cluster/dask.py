"""Empty tasks through Dask's distributed scheduler: python3 dask.py TASKS TRIPS SECONDS"""

import json
import sys
import time

import psutil
from distributed import Client, LocalCluster


def empty(_):
    return None


def run(client, n):
    begun = time.perf_counter()
    results = client.gather(client.map(empty, range(n), pure=False))
    took = time.perf_counter() - begun
    assert results == [None] * n
    return took


def processor_time():
    me = psutil.Process()
    used = 0.0
    for process in [me, *me.children(recursive=True)]:
        times = process.cpu_times()
        used += times.user + times.system
    return used


def main():
    tasks, trips, bound = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            run(client, max(tasks // 10, 1))
            before = processor_time()
            found = {"tasks": tasks, "seconds": run(client, tasks), "trips": []}
            found["cpu"] = processor_time() - before
            begun = time.perf_counter()
            while len(found["trips"]) < trips and time.perf_counter() - begun < bound:
                found["trips"].append(run(client, 1))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
