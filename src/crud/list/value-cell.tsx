import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { Chips } from '@/components/ui/chips';
import { WrittenText } from '@/components/ui/written-text';
import type { CellKind, Tone } from '@/contract/core/define';
import { writtenNames } from '@/contract/core/files/written-name';
import {
  formatDate,
  formatDateTime,
  formatMoney,
  formatNumber,
  formatShare,
  type MoneyFormat,
} from '@/lib/format/format';
import { formatRelative } from '@/lib/format/relative';
import { part } from '@/lib/part';

// Few families have icons, colours and links.
const ColourCode = part(
  dynamic(() => import('@/components/table/colour-code').then((module) => module.ColourCode)),
);
const OutLink = part(dynamic(() => import('@/components/ui/external-link').then((module) => module.OutLink)));
const StoredIcon = part(
  dynamic(() => import('@/components/media/stored-icon').then((module) => module.StoredIcon), {
    loading: () => <span className="block size-4.5" />,
  }),
);

interface ValueCellProps {
  kind: Exclude<CellKind, 'title' | 'switch'>;
  value: unknown;
  /** Label of a value, for kinds that have labels. */
  word: (value: string) => string;
  tone?: (value: string) => Tone | undefined;
  /** Values of a badge that need none. */
  usual?: readonly string[] | undefined;
  money: MoneyFormat;
  /** Passed in instead of a hook per cell: a list has hundreds. */
  t: (key: string, options: Record<string, string>) => string;
  language: string;
}

/** A value in a list, by its kind. Dates show the full moment on hover. */
export function ValueCell({ kind, value, word, tone, usual, money, t, language }: ValueCellProps) {
  const text = writtenNames(value).join(', ');
  if (text === '') return <span className="text-ink-second">—</span>;

  const moment = (shown: string) => (
    <time
      dateTime={text}
      title={formatDateTime(text, language)}
      className="whitespace-nowrap text-ink-second"
    >
      {shown}
    </time>
  );
  const cells: Record<typeof kind, () => ReactNode> = {
    id: () => t('common:id', { id: text }),
    text: () => <WrittenText className="line-clamp-2 max-w-80 break-words" text={word(text)} />,
    number: () => formatNumber(text, language),
    // Some money columns hold a word instead: a percentage, free delivery.
    money: () => (
      <b className="font-medium whitespace-nowrap">
        {formatMoney(text, money) || formatShare(text, language) || word(text)}
      </b>
    ),
    badge: () =>
      usual?.includes(text) ? (
        <span className="whitespace-nowrap text-ink-second">{word(text)}</span>
      ) : (
        <Badge tone={tone?.(text)}>{word(text)}</Badge>
      ),
    date: () => moment(formatDate(text)),
    datetime: () => moment(formatDateTime(text, language)),
    relative: () => moment(formatRelative(text, language)),
    chips: () => <Chips names={writtenNames(value).map(word)} />,
    related: () => (
      <WrittenText className="line-clamp-2 max-w-60 break-words" text={writtenNames(value).join(', ')} />
    ),
    colour: () => <ColourCode code={text} />,
    link: () => <OutLink address={text} />,
    icon: () => (
      <span className="inline-flex align-middle text-ink-second">
        <StoredIcon name={text} />
      </span>
    ),
  };
  return cells[kind]();
}
