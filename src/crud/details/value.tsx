import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { StoredText } from '@/components/editor/stored-text';
import { StoredIcon } from '@/components/media/stored-icon';
import { ColourCode } from '@/components/table/colour-code';
import { Badge } from '@/components/ui/badge';
import { Chips } from '@/components/ui/chips';
import { OutLink } from '@/components/ui/external-link';
import type { FieldKind, FormField, Tone } from '@/contract/core/define';
import { writtenNames } from '@/contract/core/files/written-name';
import { fileUrl } from '@/lib/api/client';
import { formatDate, formatDateTime, formatMoney, formatNumber, type MoneyFormat } from '@/lib/format/format';
import { pictureIn, picturesIn } from '@/lib/format/pictures';
import { siteLink } from '@/lib/format/site-link';

interface ValueTextProps {
  /** The value's field; without one it is rendered as text. */
  field: Pick<FormField<object>, 'kind' | 'unit' | 'items'> | undefined;
  value: unknown;
  label: string;
  /** Label of a stored value; `item` is the key of a field in an items row. */
  word: (value: string, item?: string) => string;
  tone?: (value: string) => Tone | undefined;
  money: MoneyFormat;
}

/** A read-only field value: on the details screen and in the conflict panel. */
export function ValueText(props: ValueTextProps) {
  const { field, value, label, word, tone, money } = props;
  const { t, i18n } = useTranslation('common');
  const language = i18n.language;
  const pictures = pictureIn(value) ? [value].map(pictureIn) : picturesIn(value);
  if (pictures.length > 0) {
    return (
      <span className="flex flex-wrap gap-2">
        {pictures.map(
          (picture) =>
            picture && (
              <img
                key={picture.id}
                src={fileUrl(picture.thumbnail || picture.original)}
                alt={label}
                className="max-h-40 rounded-control border border-line"
              />
            ),
        )}
      </span>
    );
  }
  if (typeof value === 'boolean') return t(value ? 'common:text-yes' : 'common:text-no');
  if (field?.kind === 'items') return <ItemRows {...props} />;
  const names = writtenNames(value);
  const text = names.join(', ');
  if (text === '') return '—';
  if (field?.kind === 'formatted') return <StoredText text={text} />;

  // Form inputs use a decimal comma in Russian.
  const figure = text.replace(',', '.');
  const unit = field?.unit ? t(`common:units.${field.unit}`) : '';
  const kinds: Partial<Record<FieldKind, () => ReactNode>> = {
    date: () => formatDate(text) || text,
    datetime: () => formatDateTime(text, language) || text,
    money: () => formatMoney(figure, money) || text,
    number: () => `${formatNumber(figure, language) || text} ${unit}`.trim(),
    icon: () => <StoredIcon name={text} />,
    colour: () => <ColourCode code={text} />,
    select: () => <Badge tone={tone?.(text)}>{word(text)}</Badge>,
    radio: () => <Badge tone={tone?.(text)}>{word(text)}</Badge>,
    relation: () => (names.length > 1 ? <Chips names={names} most={20} /> : text),
    text: () =>
      /^https?:\/\//.test(text) && siteLink(text) ? <OutLink address={text} isWhole /> : word(text),
    slug: () => <span dir="ltr">{text}</span>,
  };
  const draw = field && kinds[field.kind];
  return (
    <bdi className="break-words whitespace-pre-line">
      {draw ? draw() : names.map((one) => word(one)).join(', ')}
    </bdi>
  );
}

function ItemRows({ field, value, label, word, money }: ValueTextProps) {
  const items = field?.items ?? [];
  const rows = [value ?? []].flat().filter((row) => typeof row === 'object' && row !== null);
  if (rows.length === 0) return '—';
  return (
    <ul className="grid gap-1.5">
      {rows.map((row: object, index) => {
        const values: Record<string, unknown> = { ...row };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row that is not stored yet has no other name
          <li key={index} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {items
              .filter(
                (item) =>
                  values[item.key] !== '' && values[item.key] !== null && values[item.key] !== undefined,
              )
              .map((item) => (
                <ValueText
                  key={item.key}
                  field={item}
                  value={values[item.key]}
                  label={label}
                  word={(text) => word(text, item.key)}
                  money={money}
                />
              ))}
          </li>
        );
      })}
    </ul>
  );
}
