import { Check, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { Popover } from '@/components/ui/popover';

interface FilterChipProps {
  label: string;
  /** None: it always has a value. */
  clearLabel?: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** Rendered instead of options. */
  children?: (close: () => void) => ReactNode;
}

/** A list filter: dashed while off, filled with its value while on. */
export function FilterChip({ label, clearLabel, options, value, onChange, children }: FilterChipProps) {
  const chosen = options.find((option) => option.value === value);
  const shape =
    'inline-flex h-8 items-center gap-1.5 rounded-full text-body font-medium whitespace-nowrap pointer-coarse:h-10';
  return (
    <span
      className={`inline-flex items-center rounded-full ${chosen ? 'bg-accent-soft text-accent-ink' : ''}`}
    >
      <Popover
        className={
          chosen
            ? `${shape} ps-3 ${clearLabel ? 'pe-1.5' : 'pe-3'} text-accent-ink`
            : `${shape} border border-dashed border-ink-third/60 bg-surface px-3 text-ink-second hover:border-ink-second hover:text-ink`
        }
        content={
          <>
            {!chosen && <Plus className="size-3.5" />}
            {chosen ? `${label}: ${chosen.label}` : label}
          </>
        }
      >
        {children ??
          ((close) =>
            options.map((option) => (
              <button
                key={option.value}
                type="button"
                aria-pressed={option.value === value}
                className={menuItemClass}
                onClick={() => {
                  onChange(option.value);
                  close();
                }}
              >
                <span className="flex-1">{option.label}</span>
                {option.value === value && <Check className="size-4" />}
              </button>
            )))}
      </Popover>
      {chosen && clearLabel && (
        <button
          type="button"
          aria-label={`${clearLabel}: ${label}`}
          className="me-1 grid size-6 place-items-center rounded-full hover:bg-accent/15 pointer-coarse:size-10"
          onClick={() => onChange(undefined)}
        >
          <X className="size-3.5" />
        </button>
      )}
    </span>
  );
}
