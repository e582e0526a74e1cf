import type { ReactNode } from 'react';
import { StoredIcon } from '@/components/media/stored-icon';
import { ColourCode } from '@/components/table/colour-code';
import { Badge } from '@/components/ui/badge';
import { Chips } from '@/components/ui/chips';
import { OutLink } from '@/components/ui/external-link';
import type { CellKind, Tone } from '@/contract/core/define';
import {
  formatDate,
  formatDateTime,
  formatMoney,
  formatNumber,
  formatRelative,
  formatShare,
  type MoneyFormat,
} from '@/lib/format/format';
import { writtenNames } from '@/lib/format/written-name';

interface ValueCellProps {
  kind: Exclude<CellKind, 'title' | 'switch'>;
  value: unknown;
  /** The value in words, for kinds that have them. */
  word: (value: string) => string;
  tone?: (value: string) => Tone | undefined;
  money: MoneyFormat;
  /** Given and not asked for: a list has hundreds of cells. */
  t: (key: string, options: Record<string, string>) => string;
  language: string;
}

/** A value in a list, by its kind (reference pages §1.3). Moments tell their full date on hover. */
export function ValueCell({ kind, value, word, tone, money, t, language }: ValueCellProps) {
  const text = value === null || value === undefined ? '' : String(value);
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
    text: () => <span className="line-clamp-2 max-w-80 break-words">{word(text)}</span>,
    number: () => formatNumber(text, language),
    // A word may stand instead of a sum: a percentage, free delivery.
    money: () => (
      <b className="font-medium whitespace-nowrap">
        {formatMoney(text, money) || formatShare(text, language) || word(text)}
      </b>
    ),
    badge: () => <Badge tone={tone?.(text)}>{word(text)}</Badge>,
    date: () => moment(formatDate(text, language)),
    datetime: () => moment(formatDateTime(text, language)),
    relative: () => moment(formatRelative(text, language)),
    chips: () => <Chips names={writtenNames(value).map(word)} />,
    related: () => (
      <span className="line-clamp-2 max-w-60 break-words">{writtenNames(value).join(', ')}</span>
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
