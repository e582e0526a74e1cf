import { useTranslation } from 'next-i18next/pages';
import type { FieldValues } from 'react-hook-form';
import { fileUrl } from '@/lib/api/client';
import { pictureIn } from '@/lib/format/pictures';

/** One side of a field in the conflict view of the shop's form: a picture, a text, or one line per part. */
export function ConflictText({ name, value }: { name: string; value: unknown }) {
  const { t } = useTranslation('shops');
  const picture = pictureIn(value);
  if (picture) return <img src={fileUrl(picture.thumbnail)} alt="" className="h-20 rounded-control" />;
  const lines = leavesOf(value).map(({ path, text }) => {
    if (path === '' || /^\d+$/.test(path)) return text;
    const plain = path.replace(/\.\d+/g, '');
    const label = t(`shops:shops.fields.${name}.${plain}`, { defaultValue: '' });
    return label ? `${label}: ${text}` : text;
  });
  return lines.join('\n') || t('shops:shops.empty-value');
}

/** All non-empty nested values; rows of a list are one line each. */
function leavesOf(value: unknown, path = ''): { path: string; text: string }[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value))
    return value.map((row, index) => ({ path: `${path}.${index}`, text: rowText(row) }));
  if (typeof value !== 'object') return [{ path, text: String(value) }];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, path ? `${path}.${key}` : key));
}

function rowText(row: FieldValues | string): string {
  if (typeof row !== 'object' || row === null) return String(row);
  if ('label' in row) return String(row.label);
  return Object.values(row).map(String).join(' ');
}
