import { ownValue } from '@/contract/core/own-value';

/** Callbacks of the XML reader, in document order. Names come without their namespace. */
export interface XmlListener {
  open: (name: string, attributes: string) => void;
  close: (name: string) => void;
  text: (text: string) => void;
}

/**
 * A streaming XML reader for the subset that workbooks use, without references. A document type is refused, so entities
 * cannot expand.
 */
export class XmlReader {
  private rest = '';
  private readonly listener: XmlListener;

  constructor(listener: XmlListener) {
    this.listener = listener;
  }

  /** Throws an Error for any other XML. */
  write(chunk: string): void {
    const text = this.rest + chunk;
    let at = 0;
    for (;;) {
      const start = text.indexOf('<', at);
      if (start < 0) {
        at = this.openText(text, at);
        break;
      }
      if (start > at) this.listener.text(decode(text.slice(at, start)));
      at = start;
      const end = this.markEnd(text, start);
      if (end < 0) break;
      this.mark(text.slice(start, end));
      at = end;
    }
    this.rest = text.slice(at);
    if (this.rest.length > longestMark) throw new Error('An endless mark');
  }

  /** Tells a text before its end is there, but for a reference that may be cut; returns the place up to which it is told. */
  private openText(text: string, at: number): number {
    const cut = text.indexOf('&', Math.max(at, text.length - longestReference));
    const end = cut < 0 ? text.length : cut;
    if (end > at) this.listener.text(decode(text.slice(at, end)));
    return end;
  }

  private markEnd(text: string, start: number): number {
    const close = text.startsWith('<!--', start) ? '-->' : text.startsWith('<![CDATA[', start) ? ']]>' : '>';
    const found = text.indexOf(close, start);
    return found < 0 ? -1 : found + close.length;
  }

  private mark(mark: string): void {
    if (mark.startsWith('<?') || mark.startsWith('<!--')) return;
    if (mark.startsWith('<![CDATA[')) this.listener.text(mark.slice(9, -3));
    else if (mark.startsWith('<!')) throw new Error('A document type');
    else if (mark.startsWith('</')) this.listener.close(local(mark.slice(2, -1).trim()));
    else this.opening(mark);
  }

  private opening(mark: string): void {
    const isEmpty = mark.endsWith('/>');
    const inner = mark.slice(1, isEmpty ? -2 : -1);
    const space = inner.search(/\s/);
    const name = local(space < 0 ? inner : inner.slice(0, space));
    this.listener.open(name, space < 0 ? '' : inner.slice(space));
    if (isEmpty) this.listener.close(name);
  }
}

/** Longest unfinished piece that is buffered and looked at again with each chunk: a mark, a comment, raw data. */
const longestMark = 256 * 1024;
/** `&#x10ffff;` */
const longestReference = 10;

/** Value of an attribute, in quotes of either kind; undefined when it is missing. */
export function attribute(attributes: string, name: string): string | undefined {
  for (let at = attributes.indexOf(name); at >= 0; at = attributes.indexOf(name, at + 1)) {
    if (!/[\s:]/.test(attributes[at - 1] ?? '')) continue;
    const equals = afterSpace(attributes, at + name.length);
    const open = afterSpace(attributes, equals + 1);
    const quote = attributes[open];
    if (attributes[equals] !== '=' || (quote !== '"' && quote !== "'")) continue;
    const close = attributes.indexOf(quote, open + 1);
    return close < 0 ? undefined : decode(attributes.slice(open + 1, close));
  }
  return undefined;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return at;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ownValue(entities, name) ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
