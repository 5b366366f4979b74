package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

// A scaledObject is as much of KEDA's type as scale.yaml uses: KEDA's module would bring hundreds of
// others. The names are those of package apis/keda/v1alpha1 of KEDA 2. What a trigger's metadata may
// say is in its scaler of the type nats-jetstream; there all values are text.
type scaledObject struct {
	meta.TypeMeta   `json:",inline"`
	meta.ObjectMeta `json:"metadata"`
	Spec            struct {
		ScaleTargetRef struct {
			Name string `json:"name"`
		} `json:"scaleTargetRef"`
		MinReplicaCount int32 `json:"minReplicaCount"`
		MaxReplicaCount int32 `json:"maxReplicaCount"`
		PollingInterval int32 `json:"pollingInterval"`
		Triggers        []struct {
			Type     string  `json:"type"`
			Metadata trigger `json:"metadata"`
		} `json:"triggers"`
	} `json:"spec"`
}

type trigger struct {
	Endpoint  string `json:"natsServerMonitoringEndpoint"`
	Account   string `json:"account"`
	Stream    string `json:"stream"`
	Consumer  string `json:"consumer"`
	Threshold string `json:"lagThreshold"`
}

// A manifest is all that kubectl applies.
type manifest struct {
	config  core.ConfigMap
	service core.Service
	nats    apps.StatefulSet
	worker  apps.Deployment
	scale   scaledObject
}

var files = []string{"nats.yaml", "worker.yaml", "scale.yaml"}

// into is where the documents go, by "apiVersion kind".
func (m *manifest) into() map[string]any {
	return map[string]any{
		"v1 ConfigMap":                  &m.config,
		"v1 Service":                    &m.service,
		"apps/v1 StatefulSet":           &m.nats,
		"apps/v1 Deployment":            &m.worker,
		"keda.sh/v1alpha1 ScaledObject": &m.scale,
	}
}

// parse reads documents as a server does that warns of nothing and refuses what it does not know:
// unknown and repeated fields, and values of other types.
func (m *manifest) parse(text string) error {
	for document := range strings.SplitSeq(text, "\n---\n") {
		var kind meta.TypeMeta
		if err := yaml.Unmarshal([]byte(document), &kind); err != nil {
			return err
		}
		name := kind.APIVersion + " " + kind.Kind
		to := m.into()[name]
		if to == nil || !reflect.ValueOf(to).Elem().IsZero() {
			return fmt.Errorf("%s: it is not known here, or there twice", name)
		}
		if err := strictly([]byte(document), to); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// strictly reads a document by what kubectl and the API server read it with. NOT: yaml.UnmarshalStrict, which
// takes a number for a text.
func strictly(document []byte, to any) error {
	text, err := yaml.YAMLToJSONStrict(document)
	if err != nil {
		return err
	}
	strict, err := json.UnmarshalStrict(text, to)
	return errors.Join(append(strict, err)...)
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// manifests are all files, strictly read.
func manifests(t *testing.T) *manifest {
	t.Helper()
	m := &manifest{}
	for _, name := range files {
		if err := m.parse(read(t, name)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	for name, to := range m.into() {
		if reflect.ValueOf(to).Elem().IsZero() {
			t.Fatalf("no file has a %s", name)
		}
	}
	return m
}

// TestManifests_strict plants mistakes that kubectl would take, each in one place.
func TestManifests_strict(t *testing.T) {
	manifests(t)
	for _, c := range []struct{ file, old, new, want string }{
		{"worker.yaml", "terminationGracePeriodSeconds", "terminationGraceSeconds", `unknown field "spec.template.spec.terminationGraceSeconds"`},
		{"worker.yaml", "path: /ready", "url: /ready", `unknown field "spec.template.spec.containers[0].readinessProbe.httpGet.url"`},
		{"worker.yaml", "image: skua", "image: skua\n        image: other", `"image" already set`},
		{"nats.yaml", "replicas: 1", "replicas: one", "cannot unmarshal string"},
		{"nats.yaml", "accessModes: [ReadWriteOnce]", "accessModes: ReadWriteOnce", "cannot unmarshal string"},
		{"nats.yaml", "kind: Service", "kind: Servant", "v1 Servant: it is not known here"},
		{"scale.yaml", "consumer: q-b-image", "consumr: q-b-image", `unknown field "spec.triggers[0].metadata.consumr"`},
		{"scale.yaml", `lagThreshold: "8"`, "lagThreshold: 8", "cannot unmarshal number"},
	} {
		text := strings.Replace(read(t, c.file), c.old, c.new, 1)
		if err := new(manifest).parse(text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %q: %v, want %s", c.file, c.new, err, c.want)
		}
	}
}

// TestManifests_agree wants that what one part names another one has.
func TestManifests_agree(t *testing.T) {
	m := manifests(t)
	server1, worker1, err := secrets(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]map[string]string{"Secret " + server1.Name: server1.StringData, "Secret " + worker1.Name: worker1.StringData, "ConfigMap " + m.config.Name: m.config.Data}
	for name, pod := range map[string]core.PodTemplateSpec{"nats": m.nats.Spec.Template, "skua": m.worker.Spec.Template} {
		var claims []string
		if name == "nats" {
			claims = []string{m.nats.Spec.VolumeClaimTemplates[0].Name}
		}
		for _, missing := range lacks(pod.Spec, keys, claims) {
			t.Errorf("the pods of %s: %s", name, missing)
		}
	}
	for what, pair := range map[string][2]map[string]string{
		"Service":     {m.service.Spec.Selector, m.nats.Spec.Template.Labels},
		"StatefulSet": {m.nats.Spec.Selector.MatchLabels, m.nats.Spec.Template.Labels},
		"Deployment":  {m.worker.Spec.Selector.MatchLabels, m.worker.Spec.Template.Labels},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("the %s selects %v of pods with %v", what, pair[0], pair[1])
		}
	}
	if m.nats.Spec.ServiceName != m.service.Name || !slices.Contains(hosts, m.service.Name) {
		t.Errorf("the service is %s, the StatefulSet wants %s, the certificate is for %v", m.service.Name, m.nats.Spec.ServiceName, hosts)
	}
	if want, got := "nats:"+server.VERSION+"-alpine", m.nats.Spec.Template.Spec.Containers[0].Image; got != want {
		t.Errorf("the image of NATS is %s, the tests run %s", got, want)
	}
	scale := m.scale.Spec
	if scale.ScaleTargetRef.Name != m.worker.Name || scale.MinReplicaCount < 1 || m.worker.Spec.Replicas != nil {
		t.Errorf("the autoscaler has %d workers of %s at least; the Deployment is %s with replicas %v", scale.MinReplicaCount, scale.ScaleTargetRef.Name, m.worker.Name, m.worker.Spec.Replicas)
	}
}

// TestManifests_limits: GOMAXPROCS, and so the number of slots, is the limit of cpu of the worker's cgroup,
// rounded up, and at least 2, since Go 1.25. With another limit slots would share what one needs.
func TestManifests_limits(t *testing.T) {
	r := manifests(t).worker.Spec.Template.Spec.Containers[0].Resources
	cpu := r.Limits.Cpu()
	if n := cpu.Value(); n < 2 || cpu.MilliValue() != 1000*n || !cpu.Equal(*r.Requests.Cpu()) {
		t.Errorf("the limit of cpu is %s and the request %s, want the same whole number, from 2 on", cpu, r.Requests.Cpu())
	}
	if r.Limits.Memory().IsZero() {
		t.Error("there is no limit of memory, from which a worker takes what pictures may have")
	}
}

// lacks lists what a pod names and has not: volumes, ports, keys of Secrets and of ConfigMaps.
func lacks(pod core.PodSpec, keys map[string]map[string]string, volumes []string) (missing []string) {
	want := func(from, key string) {
		if _, ok := keys[from][key]; !ok {
			missing = append(missing, from+" has no key "+key)
		}
	}
	for _, v := range pod.Volumes {
		volumes = append(volumes, v.Name)
		if v.Secret != nil {
			for _, item := range v.Secret.Items {
				want("Secret "+v.Secret.SecretName, item.Key)
			}
		}
	}
	for _, c := range pod.Containers {
		for _, mount := range c.VolumeMounts {
			i := slices.IndexFunc(pod.Volumes, func(v core.Volume) bool { return v.Name == mount.Name })
			if !slices.Contains(volumes, mount.Name) {
				missing = append(missing, "no volume "+mount.Name)
			} else if i >= 0 && pod.Volumes[i].ConfigMap != nil {
				want("ConfigMap "+pod.Volumes[i].ConfigMap.Name, mount.SubPath)
			}
		}
		for _, e := range c.Env {
			want("Secret "+e.ValueFrom.SecretKeyRef.Name, e.ValueFrom.SecretKeyRef.Key)
		}
		for _, p := range []*core.Probe{c.StartupProbe, c.ReadinessProbe} {
			if p != nil && !slices.ContainsFunc(c.Ports, func(port core.ContainerPort) bool { return port.Name == p.HTTPGet.Port.StrVal }) {
				missing = append(missing, "no port "+p.HTTPGet.Port.StrVal)
			}
		}
	}
	return missing
}
