// JSON pointers (RFC 6901) into scenarios.

// experiment is a scenario as an object; labs tell it as an object or as a text.
export const experiment = (scenario) => (typeof scenario === "string" ? JSON.parse(scenario) : scenario);

// at is what stands at a path of a scenario; undefined if nothing does.
export function at(scenario, path) {
  return follow(scenario, steps(path));
}

// put is the scenario with something else at a path, as it is if the path leads nowhere.
export function put(scenario, path, value) {
  const copy = structuredClone(scenario);
  const keys = steps(path);
  const last = keys.pop();
  const parent = follow(copy, keys);
  if (parent) {
    parent[last] = value;
  }
  return copy;
}

const follow = (scenario, keys) => keys.reduce((part, key) => part?.[key], scenario);

const steps = (path) => path.slice(1).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
