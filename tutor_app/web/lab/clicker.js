// Page keys, arrows and space step through the run, Esc leaves the large type. Each presses a button
// that is on the page, so that mouse, keyboard and clicker do the same.

const ON = [
  { stage: '[class*="st-key-player-"]', button: '[class*="st-key-next-step-"] button', until: 'max' },
  { button: '.st-key-lab-show button' },
  { button: '.st-key-set-next button' },
];
const BACK = [
  { stage: '[class*="st-key-player-"]', button: '[class*="st-key-back-step-"] button', until: 'min' },
  { button: '.st-key-set-back button' },
];
const KEYS = {
  PageDown: ON,
  ArrowRight: ON,
  ArrowDown: ON,
  ' ': ON,
  PageUp: BACK,
  ArrowLeft: BACK,
  ArrowUp: BACK,
};
const TYPED_INTO = 'textarea, select, [contenteditable], [role="combobox"], [role="listbox"]';
const MOVED_BY_ARROWS = `input, [role="slider"], [role="radio"], [role="tab"], ${TYPED_INTO}`;
const PRESSED_BY_SPACE = 'button, summary, a, label, [role="switch"], [role="checkbox"]';

// A clicker sends the page keys, whatever has the focus; other keys belong to what is focused.
function isTaken(event) {
  const at = event.target.closest?.bind(event.target) ?? (() => null);
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return true;
  if (at('[role="dialog"]') || at(TYPED_INTO)) return true;
  if (event.key.startsWith('Page')) return false;
  return Boolean(at(MOVED_BY_ARROWS) || (event.key === ' ' && at(PRESSED_BY_SPACE)));
}

function find(ways) {
  for (const { stage, button, until } of ways) {
    const place = stage ? document.querySelector(`.st-key-trace-lab ${stage}`) : document;
    const found = place?.querySelector(button);
    const slider = stage && place?.querySelector('input[type="range"]');
    const isAtEnd = slider && slider.value === slider[until];
    if (found && !found.disabled && !isAtEnd) return found;
  }
  return null;
}

class Clicker {
  constructor(root) {
    this.root = root;
    this.press = (event) => this.isGone() || this.hear(event);
    this.release = (event) => this.isGone() || this.letGo(event);
    document.addEventListener('keydown', this.press, true);
    document.addEventListener('click', this.release);
  }

  isGone() {
    if (this.root.isConnected) return false;
    document.removeEventListener('keydown', this.press, true);
    document.removeEventListener('click', this.release);
    return true;
  }

  hear(event) {
    if (event.key === 'Escape') return this.leaveLarge(event);
    const ways = KEYS[event.key];
    if (!ways || isTaken(event)) return;
    const button = find(ways);
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) button.click(); // a key held down does not run away
  }

  leaveLarge(event) {
    if (event.target.closest?.('[role="dialog"], [role="listbox"]')) return;
    document.querySelector('.st-key-lab-large .st-key-lab-projected input')?.click();
  }

  // What was pressed with the mouse would take the next space for itself.
  letGo(event) {
    const pressed = event.target.closest?.('.st-key-lab-controls, .st-key-lab-large, [class*="st-key-player-"]');
    if (pressed && event.detail > 0) document.activeElement?.blur();
  }
}

export default function (component) {
  const root = component.parentElement.querySelector('span');
  if (!root) return;
  root.clicker ??= new Clicker(root);
}
