import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { formatMoney, formatNumber } from '@/lib/format/format';
import { useSettings } from '@/state/settings';
import { type CellField, cellError, cellFields, numberOf, repeatedSkus } from './matrix-checks';
import type { MatrixStore } from './matrix-store';

interface MatrixFooterProps {
  store: MatrixStore;
  /** Errors are counted only after an attempt to save. */
  countsErrors: boolean;
  onTotals: (totals: Totals) => void;
  onFirstError: (totals: Totals) => void;
}

const pauseMs = 250;

/** Totals of all variations, debounced, since all rows are scanned. */
export function MatrixFooter({ store, countsErrors, onTotals, onFirstError }: MatrixFooterProps) {
  const { t, i18n } = useTranslation('form');
  const { currency, currencyOptions } = useSettings();
  const [totals, setTotals] = useState(() => totalsOf(store));

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever is told, the same store is counted
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      const next = totalsOf(store);
      setTotals(next);
      onTotals(next);
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(count, pauseMs);
    };
    const unlisten = [store.onChange(later), store.onShape(later)];
    return () => {
      clearTimeout(timer);
      for (const stop of unlisten) stop();
    };
  }, [store]);

  const money = (sum: number) => formatMoney(sum, { currency, ...currencyOptions });
  const { least, most } = totals;
  const facts = [
    t('form:products.variations.total', { count: totals.variations }),
    t('form:products.variations.pieces', {
      count: totals.quantity,
      text: formatNumber(totals.quantity, i18n.language),
    }),
    least !== null && most !== null && (least === most ? money(least) : `${money(least)} – ${money(most)}`),
  ];
  return (
    <div className="flex min-h-8.5 flex-wrap items-center gap-x-4 gap-y-1 pt-2 text-ink-second">
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {countsErrors && totals.wrong > 0 && (
        <Button
          variant="ghost"
          size="small"
          className="text-bad!"
          icon={<CircleAlert aria-hidden="true" className="size-4" />}
          onClick={() => onFirstError(totals)}
        >
          {t('form:products.variations.wrong', { count: totals.wrong })}
        </Button>
      )}
    </div>
  );
}

export interface Totals {
  variations: number;
  /** Stock of enabled variations. */
  quantity: number;
  /** Range of selling prices; null without any price. */
  least: number | null;
  most: number | null;
  /** Rows with errors. */
  wrong: number;
  /** First cell with an error. */
  first: { key: string; field: CellField } | undefined;
}

/** Totals of the matrix as the database computes them, and its errors. */
export function totalsOf(store: MatrixStore): Totals {
  const rows = store.matrix.rows.filter(({ isExcluded }) => !isExcluded);
  const sold = rows.filter(({ is_disable }) => !is_disable);
  const least = figures(sold.map(({ price, sale_price }) => numberOf(sale_price) ?? numberOf(price)));
  const most = figures(sold.map(({ price }) => numberOf(price)));
  const repeated = repeatedSkus(rows);
  const isRepeated = (sku: string) => repeated.has(sku);
  const wrong = rows.flatMap((row) => {
    const field =
      cellFields.find((one) => cellError(row, one, isRepeated) !== undefined) ?? store.refusedField(row.key);
    return field ? [{ key: row.key, field }] : [];
  });
  return {
    variations: rows.length,
    quantity: figures(sold.map(({ quantity }) => numberOf(quantity))).reduce((sum, one) => sum + one, 0),
    least: least.length > 0 ? least.reduce((one, other) => Math.min(one, other)) : null,
    most: most.length > 0 ? most.reduce((one, other) => Math.max(one, other)) : null,
    wrong: wrong.length,
    first: wrong[0],
  };
}

function figures(all: (number | null)[]): number[] {
  return all.flatMap((one) => (one === null || !(one >= 0) ? [] : [one]));
}
