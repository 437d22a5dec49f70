// Tells a screen reader how the answer goes, keeps its status line, and has the page look again
// when there is something new to draw. It draws nothing itself.

const AGAIN_MILLISECONDS = 2000;

class Follower {
  constructor(region) {
    this.region = region;
  }

  update(component) {
    this.component = component;
    const { spoken, turn, follow, mark } = component.data;
    this.drawn = mark;
    this.speak(spoken);
    this.bringToTop(turn);
    if (follow !== this.following) this.open(follow);
    else this.lookIfNew();
  }

  open(follow) {
    this.source?.close();
    clearTimeout(this.timer);
    this.following = follow;
    this.told = undefined;
    if (!follow) return;
    this.source = new EventSource(follow);
    this.source.onmessage = ({ data }) => this.hear(JSON.parse(data));
    this.source.onerror = () => {
      if (!this.region.isConnected) this.open('');
      // A refusal ends an EventSource for good; a lost connection does not.
      else if (this.source.readyState === EventSource.CLOSED)
        this.timer = setTimeout(() => this.open(follow), AGAIN_MILLISECONDS);
    };
  }

  hear({ mark, lines, spoken }) {
    if (!this.region.isConnected) return this.open('');
    this.told = mark;
    for (const [turn, words] of Object.entries(lines ?? {})) {
      const line = document.querySelector(`.st-key-progress-${CSS.escape(turn)} .el-running`);
      if (line && line.textContent !== words) line.textContent = words;
    }
    if (spoken) this.speak(spoken);
    this.lookIfNew();
  }

  lookIfNew() {
    if (this.told === undefined || this.told === this.drawn) return;
    const asked = `${this.told} ${this.drawn}`;
    if (asked === this.asked && Date.now() < this.askedAt + AGAIN_MILLISECONDS) return;
    [this.asked, this.askedAt] = [asked, Date.now()];
    this.component.setTriggerValue('look', this.told);
  }

  speak(words) {
    if (this.region.textContent !== words) this.region.textContent = words;
  }

  bringToTop(turn) {
    if (!turn || this.turn === turn) return;
    const behavior = this.turn === undefined ? 'auto' : 'smooth';
    this.turn = turn;
    let tries = 40;
    const bring = () => {
      const asked = document.querySelector(`.st-key-turn-${CSS.escape(turn)}`);
      if (asked) asked.scrollIntoView({ block: 'start', behavior });
      else if (tries-- > 0) setTimeout(bring, 50);
    };
    bring();
  }
}

export default function (component) {
  const region = component.parentElement.querySelector('[role="status"]');
  if (!region) return;
  region.follower ??= new Follower(region);
  region.follower.update(component);
}
