import { Fragment, type ReactNode, useMemo } from 'react';

const cellLook = 'border border-line px-2 py-1 text-start align-top';

/** Supported elements and their styles. */
const looks: Record<string, string> = {
  p: 'my-2 first:mt-0 last:mb-0',
  h2: 'mt-4 mb-1.5 text-card font-semibold first:mt-0',
  h3: 'mt-3 mb-1 font-semibold first:mt-0',
  h4: 'mt-3 mb-1 font-medium first:mt-0',
  ul: 'my-2 list-disc ps-5',
  ol: 'my-2 list-decimal ps-5',
  li: 'my-0.5',
  blockquote: 'my-2 border-s-2 border-line ps-3 text-ink-second',
  strong: 'font-semibold',
  em: 'italic',
  u: 'underline',
  s: 'line-through',
  sub: 'text-small',
  sup: 'text-small',
  dl: 'my-2',
  dt: 'mt-1 font-medium',
  dd: 'ps-4',
  table: 'my-2 border-collapse',
  caption: 'mb-1 text-start text-small text-ink-second',
  thead: '',
  tbody: '',
  tfoot: '',
  tr: '',
  th: cellLook,
  td: cellLook,
};

/** Renders stored HTML element by element; unknown elements become text, so nothing stored is ever executed. */
export function HtmlText({ html }: { html: string }) {
  // Uses the browser's parser; records are never rendered on the server.
  const drawn = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    return [...body.childNodes].map(draw);
  }, [html]);
  return (
    <div dir="auto" className="max-w-3xl break-words whitespace-pre-line">
      {drawn}
    </div>
  );
}

function draw(node: Node, index: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof HTMLElement)) return null;
  const name = node.tagName.toLowerCase();
  if (name === 'br') return <br key={index} />;
  if (name === 'hr') return <hr key={index} className="my-3 border-line" />;
  if (name === 'script' || name === 'style') return null;
  const inside = [...node.childNodes].map(draw);
  const href = node.getAttribute('href') ?? '';
  if (name === 'a' && /^(https?:|mailto:)/i.test(href)) {
    return (
      <a key={index} href={href} target="_blank" rel="noreferrer" className="text-accent-ink underline">
        {inside}
      </a>
    );
  }
  const Tag = name as 'td';
  const look = looks[name];
  if (look === undefined) return <Fragment key={index}>{inside}</Fragment>;
  return (
    <Tag key={index} className={look} {...spanOf(node)}>
      {inside}
    </Tag>
  );
}

/** How many columns and rows a cell covers, where it covers several. */
function spanOf(node: HTMLElement) {
  const [colSpan, rowSpan] = ['colspan', 'rowspan'].map((key) => Number(node.getAttribute(key)));
  return { ...(colSpan && { colSpan }), ...(rowSpan && { rowSpan }) };
}
