import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { type CellField, cellError, cellFields, parseNumber, repeatedSkus } from './matrix-checks';
import type { MatrixStore } from './matrix-store';

interface MatrixFooterProps {
  store: MatrixStore;
  /** Errors are counted only after an attempt to save. */
  showsErrorCount: boolean;
  onTotals: (totals: Totals) => void;
  onFirstError: (totals: Totals) => void;
}

const pauseMs = 250;

/** Totals of all variations, debounced, since all rows are scanned. */
export function MatrixFooter({ store, showsErrorCount, onTotals, onFirstError }: MatrixFooterProps) {
  const { t, i18n } = useTranslation('catalogue');
  const money = useMoney();
  const [totals, setTotals] = useState(() => computeTotals(store));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the callbacks change on every render
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      const next = computeTotals(store);
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

  const { minPrice, maxPrice } = totals;
  const facts = [
    t('catalogue:products.variations.total', { count: totals.variations }),
    t('catalogue:products.variations.pieces', {
      count: totals.quantity,
      text: formatNumber(totals.quantity, i18n.language),
    }),
    minPrice !== null &&
      maxPrice !== null &&
      (minPrice === maxPrice ? money(minPrice) : `${money(minPrice)} – ${money(maxPrice)}`),
  ];
  return (
    <div className="flex min-h-8.5 flex-wrap items-center gap-x-4 gap-y-1 pt-2 text-ink-second">
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {showsErrorCount && totals.errors > 0 && (
        <Button
          variant="ghost"
          size="small"
          className="text-bad!"
          icon={<CircleAlert className="size-4" />}
          onClick={() => onFirstError(totals)}
        >
          {t('catalogue:products.variations.wrong', { count: totals.errors })}
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
  minPrice: number | null;
  maxPrice: number | null;
  errors: number;
  first: { key: string; field: CellField } | undefined;
}

/** Totals of the matrix as the database computes them, and its errors. */
export function computeTotals(store: MatrixStore): Totals {
  const rows = store.matrix.rows.filter(({ isExcluded }) => !isExcluded);
  const sold = rows.filter(({ is_disable }) => !is_disable);
  const minPrice = validNumbers(
    sold.map(({ price, sale_price }) => parseNumber(sale_price) ?? parseNumber(price)),
  );
  const maxPrice = validNumbers(sold.map(({ price }) => parseNumber(price)));
  const pieces = validNumbers(sold.map(({ quantity }) => parseNumber(quantity)));
  const repeated = repeatedSkus(rows);
  const isRepeated = (sku: string) => repeated.has(sku);
  const errors = rows.flatMap((row) => {
    const field =
      cellFields.find((one) => cellError(row, one, isRepeated) !== undefined) ??
      store.serverErrorField(row.key);
    return field ? [{ key: row.key, field }] : [];
  });
  return {
    variations: rows.length,
    quantity: pieces.reduce((sum, one) => sum + one, 0),
    minPrice: minPrice.length > 0 ? Math.min(...minPrice) : null,
    maxPrice: maxPrice.length > 0 ? Math.max(...maxPrice) : null,
    errors: errors.length,
    first: errors[0],
  };
}

function validNumbers(all: (number | null)[]): number[] {
  return all.flatMap((one) => (one === null || !(one >= 0) ? [] : [one]));
}
