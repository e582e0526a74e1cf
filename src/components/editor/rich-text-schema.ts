import {
  DOMSerializer,
  type Node as DocNode,
  DOMParser as DocParser,
  type NodeSpec,
  Schema,
} from '@tiptap/pm/model';
import { decodeText, isHtml, withSignsLess } from '@/lib/format/plain-text';
import { linkAddress, textToHtml } from '@/lib/format/rich-text';

const spans = ['colspan', 'rowspan'] as const;

const cell = (tag: 'td' | 'th'): NodeSpec => ({
  content: 'block+',
  attrs: { colspan: { default: 1 }, rowspan: { default: 1 } },
  isolating: true,
  parseDOM: [
    {
      tag,
      getAttrs: (node) =>
        Object.fromEntries(spans.map((key) => [key, Math.min(Number(node.getAttribute(key)) || 1, 99)])),
    },
  ],
  toDOM: ({ attrs }) => [
    tag,
    Object.fromEntries(spans.flatMap((key) => (attrs[key] > 1 ? [[key, String(attrs[key])]] : []))),
    0,
  ],
});

/**
 * Schema of a description: exactly the marks the server keeps, so that saving loses nothing. Pasted content is parsed
 * by these rules; the rest is dropped.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    heading: {
      attrs: { level: { default: 2 } },
      group: 'block',
      content: 'inline*',
      defining: true,
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
        tag: `h${level}`,
        attrs: { level: Math.min(Math.max(level, 2), 4) },
      })),
      toDOM: ({ attrs }) => [`h${Number(attrs.level)}`, 0],
    },
    blockquote: {
      group: 'block',
      content: 'block+',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    bullet_list: {
      group: 'block',
      content: 'list_item+',
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    },
    ordered_list: {
      group: 'block',
      content: 'list_item+',
      parseDOM: [{ tag: 'ol' }],
      toDOM: () => ['ol', 0],
    },
    list_item: {
      content: 'paragraph block*',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    description_list: {
      group: 'block',
      content: '(description_term | description_details)+',
      parseDOM: [{ tag: 'dl' }],
      toDOM: () => ['dl', 0],
    },
    description_term: { content: 'inline*', parseDOM: [{ tag: 'dt' }], toDOM: () => ['dt', 0] },
    description_details: { content: 'block+', parseDOM: [{ tag: 'dd' }], toDOM: () => ['dd', 0] },
    table: {
      group: 'block',
      content: 'caption? table_row+',
      isolating: true,
      parseDOM: [{ tag: 'table' }],
      toDOM: () => ['table', 0],
    },
    caption: { content: 'inline*', parseDOM: [{ tag: 'caption' }], toDOM: () => ['caption', 0] },
    table_row: {
      content: '(table_cell | table_heading)+',
      parseDOM: [{ tag: 'tr' }],
      toDOM: () => ['tr', 0],
    },
    table_cell: cell('td'),
    table_heading: cell('th'),
    text: { group: 'inline' },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [{ tag: 'a[href]', getAttrs: hrefOf }],
      // Serialised as the server writes it: an untouched description stays identical.
      toDOM: ({ attrs }) => ['a', { href: String(attrs.href), rel: 'noopener noreferrer nofollow' }, 0],
    },
    strong: {
      parseDOM: [
        { tag: 'strong' },
        // Google Docs wraps copied content in a b that is not bold.
        { tag: 'b', getAttrs: ({ style }) => (style.fontWeight === 'normal' ? false : null) },
        {
          style: 'font-weight',
          getAttrs: (value) => (/^(bold(er)?|[5-9]\d{2})$/.test(value) ? null : false),
        },
      ],
      toDOM: () => ['strong', 0],
    },
    em: {
      parseDOM: [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }],
      toDOM: () => ['em', 0],
    },
    sub: { excludes: 'sup', parseDOM: [{ tag: 'sub' }], toDOM: () => ['sub', 0] },
    sup: { excludes: 'sub', parseDOM: [{ tag: 'sup' }], toDOM: () => ['sup', 0] },
    underline: { parseDOM: [{ tag: 'u' }], toDOM: () => ['u', 0] },
    strike: {
      parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }],
      toDOM: () => ['s', 0],
    },
  },
});

function hrefOf(link: HTMLElement) {
  const href = linkAddress(link.getAttribute('href') ?? '');
  return href === undefined ? false : { href };
}

/** Parses a description; plain text becomes paragraphs. */
export function toDoc(description: string): DocNode {
  const html = isHtml(description) ? withSignsLess(description) : textToHtml(decodeText(description));
  return DocParser.fromSchema(schema).parse(new DOMParser().parseFromString(html, 'text/html').body);
}

/** Serialises for storage; empty for a document without text. */
export function toHtml(doc: DocNode): string {
  if (doc.textContent.trim() === '') return '';
  const sheet = document.createElement('div');
  sheet.append(DOMSerializer.fromSchema(schema).serializeFragment(doc.content));
  return sheet.innerHTML;
}
