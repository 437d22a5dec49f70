// Says in plain words that the server is away, in place of Streamlit's dialog, which names commands.

const PATIENCE_MILLISECONDS = 1500;

class Connection {
  constructor(banner) {
    this.banner = banner;
    this.app = document.querySelector('.stApp');
    this.observer = new MutationObserver(() => this.look());
    this.observer.observe(this.app, { attributeFilter: ['data-test-connection-state'] });
    this.dialogs = new MutationObserver(() => this.closeDialog());
    this.dialogs.observe(document.body, { childList: true });
    this.look();
  }

  get isAway() {
    return !['CONNECTED', 'INITIAL'].includes(this.app.dataset.testConnectionState);
  }

  look() {
    clearTimeout(this.timer);
    if (this.isAway) this.timer = setTimeout(() => this.show(), PATIENCE_MILLISECONDS);
    else this.banner.hidden = true;
  }

  show() {
    this.banner.hidden = !this.isAway;
  }

  // It would hold the keyboard; it is not shown either (page.css).
  closeDialog() {
    if (!this.isAway) return;
    const dialog = document.querySelector('[data-testid="stDialog"]:not(:has(.stVerticalBlock))');
    dialog?.querySelector('[aria-label="Close"]')?.click();
    this.show();
  }
}

export default function (component) {
  const banner = component.parentElement.querySelector('.away');
  if (!banner) return;
  banner.textContent = component.data.words;
  banner.connection ??= new Connection(banner);
}
