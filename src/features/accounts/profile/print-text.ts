/** Prints a heading and lines of text, and nothing of the page around them. */
export function printText(title: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe');
  // Not hidden altogether: some browsers print nothing then.
  frame.className = 'sr-only';
  frame.setAttribute('aria-hidden', 'true');
  document.body.append(frame);
  const sheet = frame.contentDocument;
  const print = frame.contentWindow;
  if (!sheet || !print) return;

  const heading = sheet.createElement('h1');
  heading.textContent = title;
  heading.style.font = '600 16px system-ui';
  const list = sheet.createElement('pre');
  list.textContent = lines.join('\n');
  list.style.font = '16px/1.8 monospace';
  sheet.body.append(heading, list);
  // Some browsers answer at once and print what is there when the person has chosen.
  print.addEventListener('afterprint', () => frame.remove());
  print.print();
}
