// The message input. What is typed gets its id here, and stays here until the server says that it
// is stored under that id: however often it is sent, it is stored once.

const OUTBOX = 'elenchus-outbox';
const DRAFT = 'elenchus-draft';
const AGAIN_MILLISECONDS = 2000;
const SHOWN_MILLISECONDS = 30000; // a stored message that the page has not drawn


const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, '0')).join('');

const joined = (...texts) => texts.filter(text => text.trim()).join('\n\n');

class Composer {
  constructor(root) {
    this.root = root;
    this.field = root.querySelector('.field');
    this.button = root.querySelector('.send');
    this.notice = root.querySelector('.notice');
    this.waiting = root.querySelector('.waiting');
    this.outbox = JSON.parse(sessionStorage.getItem(OUTBOX) ?? '[]');
    this.tray = new PictureTray(root, () => this.draw(), (words, bad) => this.say(words, bad));
    this.field.value = joined(sessionStorage.getItem(DRAFT) ?? '', ...this.tray.leftOver());
    sessionStorage.setItem(DRAFT, this.field.value);
    this.field.addEventListener('input', () => this.typed());
    this.field.addEventListener('keydown', event => this.key(event));
    this.button.addEventListener('click', () => this.submit());
    addEventListener('online', () => this.deliver());
  }

  update(component) {
    this.component = component;
    const { prompt, words, thread, wanted, drawn, pictures } = component.data;
    this.tray.update(pictures);
    this.words = words;
    this.thread = thread;
    const onItsWay = this.outbox.some(one => !one.stored && one.wanted);
    this.wanted = onItsWay ? null : wanted; // a chosen help holds for one message
    this.field.placeholder = prompt;
    this.field.setAttribute('aria-label', prompt);
    this.button.setAttribute('aria-label', words.send);
    this.waiting.setAttribute('aria-label', words.onTheirWay);
    this.outbox = this.outbox.filter(one => !(one.stored && drawn.includes(one.id)));
    this.draw();
    this.deliver();
  }

  // What was typed, and below it the text of each picture.
  message() {
    return this.tray.isEmpty ? this.field.value : joined(this.field.value, ...this.tray.texts());
  }

  typed() {
    sessionStorage.setItem(DRAFT, this.field.value);
    this.draw();
  }

  key(event) {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.submit();
  }

  submit() {
    const text = this.message();
    if (!text.trim() || this.tray.isReading) return;
    this.outbox.push({ id: newId(), ...this.thread, text, wanted: this.wanted });
    this.wanted = null;
    this.say('');
    this.tray.empty();
    this.field.value = '';
    this.keep();
    this.typed();
    this.field.focus();
    this.deliver();
  }

  // One after the other, in the order they were typed.
  async deliver() {
    if (this.delivering) return;
    this.delivering = true;
    clearTimeout(this.timer);
    let next;
    while ((next = this.outbox.find(one => !one.stored))) {
      if (!(await this.send(next))) {
        this.timer = setTimeout(() => this.deliver(), AGAIN_MILLISECONDS);
        break;
      }
    }
    this.delivering = false;
    this.draw();
  }

  async send(message) {
    const { id, conversation, course, begins, text, wanted } = message;
    let answer, said;
    try {
      answer = await fetch(this.component.data.route, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, conversation, course, begins, text, wanted }),
      });
      said = await answer.text();
    } catch {
      message.trouble = this.words.away;
      this.draw();
      return false;
    }
    said = this.read(said, answer.status);
    if (answer.ok) this.stored(message, said.warning);
    else if (answer.status >= 500) message.trouble = `${said.reason} ${this.words.kept}`;
    else this.giveBack(message, said.reason);
    this.keep();
    this.draw();
    return answer.status < 500;
  }

  // What stands before the route, or before Elenchus, answers in text.
  read(said, status) {
    try {
      return JSON.parse(said);
    } catch {
      return { reason: status < 500 ? said : this.words.away };
    }
  }

  stored(message, warning) {
    message.stored = Date.now();
    setTimeout(() => {
      this.outbox = this.outbox.filter(one => one !== message);
      this.draw();
    }, SHOWN_MILLISECONDS);
    if (warning) this.say(warning);
    this.askToLook(message);
  }

  // Again and again: the page may be away just now, or its script new and without a past.
  askToLook(message) {
    if (!this.outbox.includes(message) || !this.root.isConnected) return;
    if (this.isHere(message)) this.component.setTriggerValue('sent', message.conversation);
    setTimeout(() => this.askToLook(message), AGAIN_MILLISECONDS);
  }

  // A new conversation has another id where the page was loaded anew before it was begun.
  isHere({ conversation, begins }) {
    return conversation === this.thread.conversation || (begins && this.thread.begins);
  }

  giveBack(message, reason) {
    this.outbox = this.outbox.filter(one => one !== message);
    this.field.value = joined(message.text, this.field.value);
    this.say(this.words.notSent.replace('{reason}', () => reason), true);
    this.typed();
  }

  keep() {
    const unsent = this.outbox.filter(one => !one.stored);
    sessionStorage.setItem(OUTBOX, JSON.stringify(unsent));
  }

  say(words, isError = false) {
    this.notice.textContent = words;
    this.notice.classList.toggle('error', isError);
  }

  draw() {
    this.button.disabled = this.tray.isReading || !this.message().trim();
    this.field.style.height = 'auto';
    this.field.style.height = `${this.field.scrollHeight}px`;
    const here = this.outbox.filter(one => this.isHere(one));
    const stateOf = one => (one.stored ? this.words.sent : one.trouble ?? this.words.sending);
    const shown = here.map(one => `${one.id} ${stateOf(one)}`);
    if (this.shown === shown.join('\n')) return;
    this.shown = shown.join('\n');
    this.waiting.replaceChildren(...here.map(one => {
      const item = document.createElement('li');
      const text = document.createElement('span');
      const state = document.createElement('small');
      text.textContent = one.text;
      state.textContent = stateOf(one);
      item.append(text, state);
      return item;
    }));
  }
}

export default function (component) {
  const root = component.parentElement.querySelector('.composer');
  if (!root) return;
  root.composer ??= new Composer(root);
  root.composer.update(component);
}
