import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { NumberInput } from '@/components/inputs/number-input';
import { numberText, readNumber } from '@/lib/format/number-text';
import { useSettings } from '@/state/settings';
import { type EditTarget, type ShowNotice, useInlineSave } from './use-inline-save';

interface CellEditorProps {
  label: string;
  target: EditTarget;
  showNotice: ShowNotice | undefined;
  /** `goesBack`: the cell takes the focus again. */
  onClose: (goesBack: boolean) => void;
}

/** Inline editor of a cell: Enter saves, Escape cancels, Tab saves and moves to the next cell. */
export function CellEditor({ label, target, showNotice, onClose }: CellEditorProps) {
  const { t } = useTranslation('form');
  const { text, setText, error, isDone, commit } = useCellText({ target, showNotice, onClose });
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') {
      event.preventDefault();
      commit(true);
    } else if (event.key === 'Escape') {
      // Keeps a surrounding drawer open.
      event.preventDefault();
      event.stopPropagation();
      isDone.current = true;
      onClose(true);
    } else if (event.key === 'Tab') {
      const next = neighbourCell(event.currentTarget, event.shiftKey ? -1 : 1);
      if (!commit(false)) event.preventDefault();
      else if (next) {
        event.preventDefault();
        if (next.dataset.edit === 'cell') next.click();
        else next.focus();
      }
    }
  }

  return (
    <span className="inline-grid justify-items-end gap-1">
      <NumberInput
        ref={input}
        data-edit="open"
        aria-label={label}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error && `${id}-error`}
        inputMode={target.field === 'quantity' ? 'numeric' : 'decimal'}
        maxLength={20}
        className="h-8.5! w-28 px-2! text-end"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKey}
        onBlur={() => {
          // A click elsewhere saves, unless the value is invalid.
          if (!isDone.current && !commit(false)) onClose(false);
        }}
      />
      {error && (
        <span id={`${id}-error`} role="alert" className="max-w-40 text-small font-medium text-bad">
          {t(`form:${error}`)}
        </span>
      )}
    </span>
  );
}

function useCellText({ target, showNotice, onClose }: Omit<CellEditorProps, 'label'>) {
  const { i18n } = useTranslation('form');
  const { fractions } = useSettings().currencyOptions;
  const save = useInlineSave(target, showNotice);
  const [text, setText] = useState(() => numberText(target.value, i18n.language));
  const [error, setError] = useState<string>();
  const isDone = useRef(false);

  /** Saves and closes; returns false for an invalid value. */
  function commit(goesBack: boolean): boolean {
    const value = readNumber(text);
    const wrong = valueError(value, target.field === 'quantity' ? 0 : fractions);
    setError(wrong);
    if (wrong || value === undefined) return false;
    isDone.current = true;
    if (value !== target.value) save.mutate({ value, was: target.value });
    onClose(goesBack);
    return true;
  }
  return { text, setText, error, isDone, commit };
}

/** Maximum of a price or a quantity (contract/products/schema). */
const maxValue = 1_000_000_000;

function valueError(value: number | undefined, fractions: number): string | undefined {
  if (value === undefined) return 'error-number-format';
  if (value < 0) return 'error-must-not-be-negative';
  if (value > maxValue) return 'error-too-big';
  if (Number(value.toFixed(fractions)) === value) return undefined;
  return fractions === 0 ? 'error-whole-number' : 'error-number-format';
}

function neighbourCell(cell: HTMLElement, step: number): HTMLElement | undefined {
  const cells = [...(cell.closest('table, ol')?.querySelectorAll<HTMLElement>('[data-edit]') ?? [])];
  return cells[cells.indexOf(cell) + step];
}
