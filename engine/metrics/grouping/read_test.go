package grouping

import (
	"errors"
	"testing"

	"backfill/engine/param"
)

func TestReadGroupings(t *testing.T) {
	got, err := Read("/groups", []byte(`[{"by": "size", "quantiles": 4}, {"by": "runTime", "bounds": [60, 600, 3600]}, {"by": "kind"}]`))
	if err != nil || len(got) != 3 || got[2].By != "kind" || got[0].Quantiles != 4 || got[1].By != "runTime" || len(got[1].Bounds) != 3 {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = Read("/groups", []byte(`[{"by": "queue", "each": {"by": "month"}, "where": [{"by": "runTime", "above": 60, "most": 180000}, {"by": "kind", "in": ["batch jobs"]}]}, {"where": [{"by": "accuracy", "most": 2}]}]`))
	if err != nil || len(got) != 2 || got[0].By != "queue" || got[0].Each.By != "month" || *got[0].Where[0].Above != 60 || *got[0].Where[0].Most != 180000 ||
		got[0].Where[1].In[0] != "batch jobs" || got[1].By != "" || *got[1].Where[0].Most != 2 || got[1].Where[0].Above != nil {
		t.Errorf("%+v, %v", got, err)
	}
	for text, path := range map[string]string{
		`null`:                               "/groups",
		`{"by": "size"}`:                     "/groups",
		`[3]`:                                "/groups/0",
		`[null]`:                             "/groups/0",
		`[{"quantiles": 4}]`:                 "/groups/0/by",
		`[{"by": "colour", "quantiles": 4}]`: "/groups/0/by",
		`[{"by": null, "quantiles": 4}]`:     "/groups/0/by",
		`[{"by": "size"}]`:                   "/groups/0",
		`[{"by": "month", "each": null}]`:    "/groups/0/each",
		`[{"by": "month", "each": "queue"}]`: "/groups/0/each",
		`[{"by": "month", "each": {"by": "size"}}]`:                                                               "/groups/0/each",
		`[{"by": "month", "each": {"by": "size", "bounds": [2, 1]}}]`:                                             "/groups/0/each/bounds",
		`[{"by": "month", "each": {"by": "queue", "each": {"by": "month"}}}]`:                                     "/groups/0/each/each",
		`[{"each": {"by": "month"}}]`:                                                                             "/groups/0/by",
		`[{"quantiles": 2, "where": [{"by": "size", "most": 2}]}]`:                                                "/groups/0/by",
		`[{"by": "month", "where": []}]`:                                                                          "/groups/0/where",
		`[{"by": "month", "where": {"by": "size", "most": 2}}]`:                                                   "/groups/0/where",
		`[{"by": "month", "where": [{"by": "colour", "most": 2}]}]`:                                               "/groups/0/where/0/by",
		`[{"by": "month", "where": [{"by": "size"}]}]`:                                                            "/groups/0/where/0",
		`[{"by": "month", "where": [{"by": "size", "in": ["a"]}]}]`:                                               "/groups/0/where/0",
		`[{"by": "month", "where": [{"by": "size", "most": 1.5}]}]`:                                               "/groups/0/where/0/most",
		`[{"by": "month", "where": [{"by": "size", "most": null}]}]`:                                              "/groups/0/where/0/most",
		`[{"by": "month", "where": [{"by": "runTime", "above": -1}]}]`:                                            "/groups/0/where/0/above",
		`[{"by": "month", "where": [{"by": "runTime", "above": 2, "most": 2}]}]`:                                  "/groups/0/where/0/most",
		`[{"by": "month", "where": [{"by": "queue", "most": 2}]}]`:                                                "/groups/0/where/0",
		`[{"by": "month", "where": [{"by": "queue", "in": []}]}]`:                                                 "/groups/0/where/0/in",
		`[{"by": "month", "where": [{"by": "queue", "in": "a"}]}]`:                                                "/groups/0/where/0/in",
		`[{"by": "month", "where": [{"by": "size", "most": 2}, {"by": "month", "in": ["Jan 2001", "2001-02"]}]}]`: "/groups/0/where/1/in/1",
		`[{"by": "month", "where": [{"by": "kind", "in": ["elastic jobs"]}]}]`:                                    "/groups/0/where/0/in/0",
		`[{"by": "accuracy", "bounds": [0.0000001]}]`:                                                             "/groups/0/bounds",
		`[{"by": "memory", "bounds": [1e15]}]`:                                                                    "/groups/0/bounds",
		`[{"by": "size", "classes": 4}]`:                                                                          "/groups/0/classes",
		`[{"by": "size", "quantiles": 4, "bounds": [1]}]`:                                                         "/groups/0",
		`[{"by": "kind", "quantiles": 2}]`:                                                                        "/groups/0",
		`[{"by": "kind", "bounds": [1]}]`:                                                                         "/groups/0",
		`[{"by": "size", "quantiles": 1}]`:                                                                        "/groups/0/quantiles",
		`[{"by": "size", "quantiles": 21}]`:                                                                       "/groups/0/quantiles",
		`[{"by": "size", "quantiles": 2.5}]`:                                                                      "/groups/0/quantiles",
		`[{"by": "size", "quantiles": null}]`:                                                                     "/groups/0/quantiles",
		`[{"by": "size", "bounds": []}]`:                                                                          "/groups/0/bounds",
		`[{"by": "size", "bounds": null}]`:                                                                        "/groups/0/bounds",
		`[{"by": "size", "bounds": [1, 1]}]`:                                                                      "/groups/0/bounds",
		`[{"by": "size", "bounds": [1.5]}]`:                                                                       "/groups/0/bounds",
		`[{"by": "runTime", "bounds": [0]}]`:                                                                      "/groups/0/bounds",
		`[{"by": "runTime", "bounds": [1e300]}]`:                                                                  "/groups/0/bounds",
		`[{"by": "runTime", "bounds": [5, "long"]}]`:                                                              "/groups/0/bounds",
		`[{"by": "runTime", "bounds": [0.0001, 0.0002]}]`:                                                         "/groups/0/bounds",
		`[{"by": "runTime", "bounds": [1.5]}, {"by": "size", "bounds": [8, 4]}]`:                                  "/groups/1/bounds",
	} {
		_, err := Read("/groups", []byte(text))
		var e *param.Error
		if !errors.As(err, &e) || e.Path != path || e.Reason == "" {
			t.Errorf("%s: %v, want an error at %s", text, err, path)
		}
	}
}
