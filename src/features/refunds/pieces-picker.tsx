import { useTranslation } from 'next-i18next/pages';
import { Select } from '@/components/inputs/select';
import { Thumbnail } from '@/components/media/thumbnail';
import type { RefundableLine } from '@/contract/refunds/schema';
import { formatNumber } from '@/lib/format/format';

interface PiecesPickerProps {
  lines: readonly RefundableLine[];
  of: (id: number) => number;
  onSet: (id: number, quantity: number) => void;
}

/** Above this number a quantity is typed instead of selected from a list. */
const maxChoices = 50;

export function PiecesPicker({ lines, of, onSet }: PiecesPickerProps) {
  const { t, i18n } = useTranslation('refunds');
  const word = (key: string, more = {}) => t(`refunds:refunds.dialogs.${key}`, more);
  const number = (value: number) => formatNumber(value, i18n.language);
  const hasShops = new Set(lines.map(({ shop }) => shop?.name)).size > 1;
  return (
    <ul className="divide-y divide-line-faint">
      {lines
        .filter(({ left }) => left > 0)
        .map((line) => (
          <li key={line.id} className="flex items-center gap-3 py-2.5">
            <Thumbnail path={line.image?.thumbnail || line.image?.original} title={line.name} />
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{line.name}</p>
              <p className="text-small text-ink-second">
                {[
                  line.variation,
                  hasShops && line.shop?.name,
                  line.refunded_quantity > 0 && word('refunded', { count: line.refunded_quantity }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <span className="flex shrink-0 items-center gap-2">
              <Quantity
                label={`${word('pieces')}: ${line.name}`}
                most={line.left}
                value={of(line.id)}
                onChange={(quantity) => onSet(line.id, quantity)}
              />
              <span className="min-w-10 text-end text-small text-ink-second">
                {word('of', { count: number(line.left) })}
              </span>
            </span>
          </li>
        ))}
    </ul>
  );
}

interface QuantityProps {
  label: string;
  most: number;
  value: number;
  onChange: (quantity: number) => void;
}

/** A number of pieces, none to `most`. */
export function Quantity({ label, most, value, onChange }: QuantityProps) {
  const set = (text: string) => {
    const quantity = Math.trunc(Number(text));
    onChange(Number.isFinite(quantity) ? Math.min(Math.max(quantity, 0), most) : 0);
  };
  if (most <= maxChoices) {
    return (
      <Select
        aria-label={label}
        className="w-18"
        value={String(value)}
        options={Array.from({ length: most + 1 }, (_, count) => ({
          value: String(count),
          label: String(count),
        }))}
        onChange={(event) => set(event.target.value)}
      />
    );
  }
  return (
    <input
      type="number"
      aria-label={label}
      min={0}
      max={most}
      className="h-9 w-24 rounded-control border border-line bg-surface px-3 tabular-nums pointer-coarse:h-10"
      value={value}
      onChange={(event) => set(event.target.value)}
    />
  );
}
