// Runs true N times, two at a time, and does nothing else: what a dispatcher costs at least.
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

extern char **environ;

int main(int argc, char **argv) {
    int left = argc > 1 ? atoi(argv[1]) : 0, running = 0, status;
    while (left > 0 || running > 0) {
        while (left > 0 && running < 2) {
            char number[16];
            snprintf(number, sizeof number, "%d", left);
            char *args[] = {"true", number, NULL};
            pid_t pid;
            if (posix_spawn(&pid, "/bin/true", NULL, NULL, args, environ) != 0) {
                perror("posix_spawn");
                return 1;
            }
            left--;
            running++;
        }
        if (wait(&status) < 0 || status != 0) {
            perror("wait");
            return 1;
        }
        running--;
    }
    return 0;
}
