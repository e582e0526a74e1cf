import { ownValue } from '@/contract/core/own-value';
import { trimEnd } from '@/contract/core/text';

/** Renders plain text as HTML: paragraphs, line breaks and links; everything else is escaped. */
export function emailHtml(text: string): string {
  const parts = text.replace(/\r\n?/g, '\n').split(/\n{2,}/);
  const paragraphs = parts.map((part) => `<p style="margin:0 0 16px">${linked(part)}</p>`);
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8"></head><body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1c1917;background:#fff">
<div style="max-width:600px">${paragraphs.join('\n')}</div></body></html>`;
}

/** Links URLs; a trailing full stop or bracket belongs to the sentence. */
function linked(text: string): string {
  const parts = text.split(/(https?:\/\/[^\s<>"«»]+)/);
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return htmlText(part).replace(/\n/g, '<br>');
      const address = trimEnd(part, '.,;:!?)]');
      const rest = part.slice(address.length);
      return `<a href="${htmlText(address)}">${htmlText(address)}</a>${htmlText(rest)}`;
    })
    .join('');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text within HTML or an attribute of it. */
export function htmlText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ownValue(entities, sign) ?? sign);
}
