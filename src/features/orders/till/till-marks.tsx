import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { scannerInput, withSeparator } from '@/components/domain/marks/scanner-input';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { IconButton } from '@/components/ui/icon-button';
import { markProblem } from '@/contract/orders/mark-code';
import { keyOfGood, lineMarks, type ReceiptLine, withMarks } from '@/state/till-receipt';
import { focusForScanner } from './use-scan';
import type { Till } from './use-till';

/** Many scanners send Enter twice: the second one must not sell. */
const echoMs = 400;

/** One field for the code of the next marked piece, and the codes that are there. */
export function TillMarks({ till }: { till: Till }) {
  const { t } = useTranslation('receipts');
  const marked = till.receipt.lines.filter((line) => line.requires_marking);
  const next = marked.find((line) => lineMarks(line).length < line.quantity);
  return (
    <div className="mt-3 grid gap-2">
      {marked
        .filter((line) => lineMarks(line).length > 0)
        .map((line) => (
          <p key={keyOfGood(line)} className="flex items-center gap-2 text-small text-ink-second">
            <span className="min-w-0 flex-1 truncate">
              {t('receipts:marks.known', {
                name: nameOf(line),
                codes: lineMarks(line).length,
                pieces: line.quantity,
              })}
            </span>
            <IconButton
              icon="x"
              label={t('receipts:marks.clear', { name: nameOf(line) })}
              onClick={() => till.change((receipt) => withMarks(receipt, keyOfGood(line), []))}
            />
          </p>
        ))}
      {next && <NextCode key={`${keyOfGood(next)} ${lineMarks(next).length}`} till={till} line={next} />}
    </div>
  );
}

const nameOf = ({ name, variation }: ReceiptLine) => [name, variation].filter(Boolean).join(', ');

function NextCode({ till, line }: { till: Till; line: ReceiptLine }) {
  const { t } = useTranslation(['receipts', 'form']);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  useEffect(() => focusForScanner(field.current), []);
  const codes = lineMarks(line);
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const separated = withSeparator(event, text);
    if (separated !== undefined) return setText(separated);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (text === '') return till.enter();
    // The bar code of the next goods.
    if (/^\d{8,14}$/.test(text)) {
      till.scan(text);
      return setText('');
    }
    const wrong = markProblem(text) ?? (isKnown(till, text) ? 'error-mark-twice' : undefined);
    setProblem(wrong);
    if (wrong) return event.currentTarget.select();
    ignoreEcho();
    till.change((receipt) => withMarks(receipt, keyOfGood(line), [...codes, text]));
  };
  return (
    <Field
      as={Input}
      ref={field}
      id="till-mark"
      label={t('receipts:marks.next', { name: nameOf(line), place: codes.length + 1, count: line.quantity })}
      error={problem && t(`form:${problem}`, { defaultValue: problem })}
      {...scannerInput}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={handleKey}
    />
  );
}

const isKnown = ({ receipt }: Till, text: string) =>
  receipt.lines.some((line) => lineMarks(line).includes(text));

/** The field goes with its code, so the echo would reach the till. */
function ignoreEcho(): void {
  const swallow = (event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('keydown', swallow, true);
  setTimeout(() => document.removeEventListener('keydown', swallow, true), echoMs);
}
