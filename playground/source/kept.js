// What a tab of the browser keeps while it is open.

/** Keeps a value until the tab is closed; a browser that forbids it loses it on reloading. */
export function keep(place, value) {
  try {
    sessionStorage.setItem(place, JSON.stringify(value));
  } catch {
    // Nothing else depends on it.
  }
}

/** The value that was kept, if there is one. */
export function kept(place) {
  try {
    return JSON.parse(sessionStorage.getItem(place));
  } catch {
    return null;
  }
}
