// Pictures of a message that is being written: each beside the text that is read in it, which the
// student corrects and which is sent in its place. Pictures themselves are kept nowhere.

const PICTURE_TEXTS = 'elenchus-picture-texts';
const READ_AGAIN_MILLISECONDS = 3000;

const element = (tag, className, attributes = {}) => {
  const made = document.createElement(tag);
  made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

class PictureTray {
  constructor(root, changed, say) {
    this.root = root;
    this.list = root.querySelector('.tray');
    this.changed = changed;
    this.say = say;
    this.pictures = [];
    const [files, camera] = ['.files', '.camera'].map(name => root.querySelector(name));
    for (const input of [files, camera]) {
      input.addEventListener('change', () => {
        this.add([...input.files]);
        input.value = ''; // the same file may be chosen again
      });
    }
    root.querySelector('.add').addEventListener('click', () => files.click());
    root.querySelector('.photograph').addEventListener('click', () => camera.click());
    root.querySelector('.field').addEventListener('paste', event => this.pasted(event));
    addEventListener('dragover', event => this.dragged(event));
    addEventListener('dragleave', event => {
      if (!event.relatedTarget) root.classList.remove('dropping');
    });
    addEventListener('drop', event => this.dropped(event));
  }

  update(settings) {
    this.settings = settings;
    const { words } = settings;
    this.list.setAttribute('aria-label', words.tray);
    for (const [name, label] of [['.add', words.add], ['.photograph', words.photograph]]) {
      const button = this.root.querySelector(name);
      button.setAttribute('aria-label', label);
      button.title = label;
    }
  }

  get isEmpty() {
    return !this.pictures.length;
  }

  get isReading() {
    return this.pictures.some(one => one.reading);
  }

  texts() {
    return this.pictures.map(one => one.text.value);
  }

  // What was read before the page was loaded anew: its pictures are gone, its text is not.
  leftOver() {
    const texts = JSON.parse(sessionStorage.getItem(PICTURE_TEXTS) ?? '[]');
    sessionStorage.removeItem(PICTURE_TEXTS);
    return texts;
  }

  keep() {
    sessionStorage.setItem(PICTURE_TEXTS, JSON.stringify(this.texts()));
    this.changed();
  }

  empty() {
    for (const one of [...this.pictures]) this.remove(one);
  }

  // A table copied from a program comes as text and as a picture of it: the text is better.
  pasted(event) {
    const files = [...event.clipboardData.files];
    if (!files.length || event.clipboardData.getData('text/plain').trim()) return;
    event.preventDefault();
    this.add(files);
  }

  dragged(event) {
    if (!this.root.isConnected || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    this.root.classList.add('dropping');
  }

  dropped(event) {
    this.root.classList.remove('dropping');
    if (!this.root.isConnected || !event.dataTransfer.files.length) return;
    event.preventDefault();
    this.add([...event.dataTransfer.files]);
  }

  add(files) {
    const { words, most, largest } = this.settings;
    this.say('');
    for (const file of files) {
      if (file.size > largest) {
        this.say(words.tooLarge.replace('{name}', () => file.name), true);
      } else if (this.pictures.length >= most) {
        this.say(words.tooMany, true);
      } else {
        this.show(file);
      }
    }
    this.readNext();
  }

  show(file) {
    const { words } = this.settings;
    const item = element('li', 'picture');
    const larger = element('button', 'larger', { type: 'button', 'aria-label': words.larger });
    const image = element('img', '', { alt: file.name });
    const side = element('div', 'side');
    const note = element('small', 'note', { role: 'status' });
    const label = words.readText.replace('{name}', () => file.name);
    const text = element('textarea', 'read', { rows: 4, spellcheck: false, 'aria-label': label });
    const tools = element('div', 'tools');
    const turn = element('button', 'plain', { type: 'button' });
    const remove = element('button', 'plain', { type: 'button' });
    turn.textContent = words.turn;
    remove.textContent = words.remove;
    larger.append(image);
    tools.append(turn, remove);
    side.append(note, text, tools);
    item.append(larger, side);
    this.list.append(item);
    const one = { file, item, image, note, text, reading: true, edited: false };
    this.pictures.push(one);
    larger.addEventListener('click', () => item.classList.toggle('large'));
    text.addEventListener('input', () => {
      one.edited = true;
      this.keep();
    });
    turn.addEventListener('click', () => this.turn(one));
    remove.addEventListener('click', () => this.remove(one));
    this.picture(one);
    item.scrollIntoView({ block: 'nearest' });
  }

  picture(one) {
    URL.revokeObjectURL(one.image.src);
    one.image.src = URL.createObjectURL(one.file);
    one.reading = true;
    one.note.textContent = this.settings.words.reading;
    one.note.classList.remove('error');
    this.changed();
  }

  remove(one) {
    URL.revokeObjectURL(one.image.src);
    one.item.remove();
    this.pictures = this.pictures.filter(other => other !== one);
    this.keep();
  }

  // A quarter to the right.
  async turn(one) {
    let shown;
    try {
      shown = await createImageBitmap(one.file);
    } catch {
      return; // it is no picture, which its note says
    }
    const canvas = element('canvas', '');
    [canvas.width, canvas.height] = [shown.height, shown.width];
    const pen = canvas.getContext('2d');
    pen.translate(canvas.width, 0);
    pen.rotate(Math.PI / 2);
    pen.drawImage(shown, 0, 0);
    const turned = await new Promise(done => canvas.toBlob(done, 'image/jpeg', 0.92));
    one.file = new File([turned], one.file.name, { type: 'image/jpeg' });
    this.picture(one);
    this.readNext();
  }

  // One after the other; what a lost connection leaves unread is tried again.
  async readNext() {
    if (this.busy) return;
    this.busy = true;
    clearTimeout(this.timer);
    let one;
    while ((one = this.pictures.find(each => each.reading))) {
      if (!(await this.read(one))) {
        this.timer = setTimeout(() => this.readNext(), READ_AGAIN_MILLISECONDS);
        break;
      }
    }
    this.busy = false;
  }

  async read(one) {
    const { file } = one;
    let answer, said;
    try {
      answer = await fetch(this.settings.route, { method: 'POST', body: file });
      said = await answer.text();
    } catch {
      one.note.textContent = this.settings.words.away;
      return false;
    }
    if (one.file !== file) return true; // turned meanwhile: read anew
    let found;
    try {
      found = JSON.parse(said);
    } catch {
      found = { reason: answer.status < 500 ? said : this.settings.words.away };
    }
    if (answer.status >= 500) {
      one.note.textContent = found.reason;
      return false;
    }
    this.settle(one, found);
    return true;
  }

  settle(one, { text = '', reason }) {
    one.reading = false;
    one.note.textContent = reason ?? this.settings.words.checkText;
    one.note.classList.toggle('error', Boolean(reason));
    // What the student has corrected is not written over.
    if (!one.edited) one.text.value = text;
    one.text.rows = Math.min(10, Math.max(3, one.text.value.split('\n').length));
    this.keep();
  }
}

