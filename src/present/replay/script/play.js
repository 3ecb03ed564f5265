// Playing a run: one step after the other, at a speed

/** Steps in a second. */
const SPEEDS = [0.5, 1, 2, 4];

/** The button that plays and pauses, and the choice of a speed. `isAtEnd()` and `go(isFirst)` are the run's: `go` shows the
 *  next stop, or the first one; `changed` is called when playing begins or ends. */
class Player {
  constructor(words, { isAtEnd, go, changed }) {
    Object.assign(this, { words, isAtEnd, go, changed, timer: null });
    this.button = on(html("button", { type: "button" }), "click", () => this.toggle());
    this.speed = html("select", { "aria-label": words.speed }, ...SPEEDS.map(speed => html("option", { value: speed, selected: speed === 1 }, words.perSecond(speed))));
    this.show();
  }

  get isPlaying() {
    return this.timer !== null;
  }

  show() {
    const label = this.isPlaying ? this.words.pause : this.words.play;
    this.button.setAttribute("aria-label", label);
    this.button.setAttribute("title", label);
    this.button.replaceChildren(sign(this.isPlaying ? "M3 2h4v12H3zM9 2h4v12H9z" : "M3 1.5v13l11-6.5z"));
  }

  /** Begins at the first stop where the last one is shown. */
  toggle() {
    if (this.isPlaying) {
      this.stop();
      return;
    }
    if (this.isAtEnd()) this.go(true);
    this.wait();
    this.show();
    this.changed(true);
  }

  wait() {
    this.timer = setTimeout(() => {
      this.go(false);
      if (this.isAtEnd()) this.stop();
      else this.wait();
    }, 1000 / Number(this.speed.value));
  }

  stop() {
    if (!this.isPlaying) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.show();
    this.changed(false);
  }
}
