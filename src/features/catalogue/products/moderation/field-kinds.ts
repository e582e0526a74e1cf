import type { ReviewedField } from '@/contract/catalogue/products/moderation';
import type { Attachment } from '@/contract/core/define';
import { pictureIn, picturesIn } from '@/lib/format/pictures';
import { decodeText, isHtml } from '@/lib/format/plain-text';

type ReviewedKind = 'text' | 'html' | 'pictures' | 'names' | 'file' | 'flag' | 'money' | 'number' | 'option';

const kinds: Record<string, ReviewedKind> = {
  description: 'html',
  image: 'pictures',
  gallery: 'pictures',
  'seo.ogImage': 'pictures',
  variation_images: 'pictures',
  type_id: 'names',
  author_id: 'names',
  manufacturer_id: 'names',
  categories: 'names',
  tags: 'names',
  digital_file: 'file',
  is_digital: 'flag',
  is_external: 'flag',
  is_disable: 'flag',
  price: 'money',
  sale_price: 'money',
  min_price: 'money',
  max_price: 'money',
  quantity: 'number',
  variations_count: 'number',
  product_type: 'option',
};

/** How a field's value is displayed; text by default. */
export const fieldKind = (key: string): ReviewedKind => kinds[key] ?? 'text';

/** Fields to display: `seo` is split into its changed parts. */
export function shownFields(fields: readonly ReviewedField[]): ReviewedField[] {
  return fields.flatMap((field) => {
    if (field.key !== 'seo') return field;
    const [before, after] = [asRecord(field.before), asRecord(field.after)];
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((key) => ({ ...field, key: `seo.${key}`, before: before[key] ?? null, after: after[key] ?? null }))
      .filter((part) => JSON.stringify(part.before) !== JSON.stringify(part.after));
  });
}

/** Value as plain text: HTML without tags, links and characteristics one per line. */
export function toPlainValue(key: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (fieldKind(key) === 'html') return plainText(String(value));
  if (Array.isArray(value)) return value.map((one) => toPlainValue(key, one)).join('\n');
  if (typeof value !== 'object') return String(value);
  const { name, value: said, url } = asRecord(value);
  return name !== undefined && said !== undefined ? `${String(name)}: ${String(said)}` : String(url ?? '');
}

/** File of a field, unless it was deleted. */
export function readFile(value: unknown): { id: number; name: string } | undefined {
  const { id, file_name } = asRecord(value);
  return typeof id === 'number' && typeof file_name === 'string' ? { id, name: file_name } : undefined;
}

/** Key that identifies a field within a submission. */
export const fieldKey = ({ key, language, variation }: ReviewedField) =>
  [key, language ?? '', variation?.id ?? ''].join(' ');

export function readPictures(value: unknown): Attachment[] {
  const one = pictureIn(value);
  return one ? [one] : picturesIn(value);
}

/** Related records of a field; a deleted one has a null name. */
export function readRecords(value: unknown): { id: number; name: string | null }[] {
  return [value ?? []].flat().flatMap((one) => {
    const { id, name } = asRecord(one);
    return typeof id === 'number' ? { id, name: typeof name === 'string' ? name : null } : [];
  });
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

const blocks = 'p, h2, h3, h4, li, blockquote, ul, ol, dl, dt, dd, tr, caption';

/** Text of an HTML description, one paragraph per line. */
export function plainText(html: string): string {
  if (!isHtml(html)) return decodeText(html);
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const one of body.querySelectorAll('script, style')) one.remove();
  for (const one of body.querySelectorAll('br')) one.replaceWith('\n');
  for (const one of body.querySelectorAll('hr')) one.replaceWith('\n———\n');
  for (const one of body.querySelectorAll('li')) one.prepend('• ');
  // A cell follows the one before it on its line.
  for (const one of body.querySelectorAll('td + td, th + td, th + th, td + th')) one.prepend(' | ');
  for (const one of body.querySelectorAll('td > p:only-child, th > p:only-child'))
    one.replaceWith(...one.childNodes);
  for (const one of body.querySelectorAll(blocks)) one.append('\n');
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}
