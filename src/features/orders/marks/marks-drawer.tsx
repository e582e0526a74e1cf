import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useRef, useState } from 'react';
import { Drawer } from '@/components/dialog/drawer';
import { ScannedField } from '@/components/domain/marks/scanned-field';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { markProblem } from '@/contract/orders/mark-code';
import type { MarkedLine, OrderMarks } from '@/contract/orders/marks';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

interface MarksDrawerProps {
  partId: number;
  marks: OrderMarks;
  mayChange: boolean;
  onClose: () => void;
}

/** Codes of the marked pieces of a part. */
export function MarksDrawer({ mayChange, onClose, ...props }: MarksDrawerProps) {
  const { t } = useTranslation(['receipts', 'common']);
  const title = t('receipts:marks.title');
  return (
    <Drawer
      isWide
      label={title}
      closeLabel={t('common:button-close')}
      header={<h2 className="text-card font-semibold">{title}</h2>}
      onClose={onClose}
    >
      <div className="grid gap-5 px-4 pb-6">
        {mayChange ? <Form {...props} onClose={onClose} /> : <Known lines={props.marks.lines} />}
      </div>
    </Drawer>
  );
}

/** One text for each piece, by line. */
type Codes = string[][];

const codesOf = ({ lines }: OrderMarks): Codes =>
  lines.map(({ pieces, codes }) => Array.from({ length: pieces }, (_one, piece) => codes[piece] ?? ''));

function Form({ partId, marks, onClose }: Omit<MarksDrawerProps, 'mayChange'>) {
  const { t } = useTranslation(['receipts', 'form', 'common']);
  const form = useRef<HTMLFormElement>(null);
  const [codes, setCodes] = useState<Codes>(() => codesOf(marks));
  const refresh = useRefresh(['orders']);
  const save = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      api.put(`orders/${partId}/marks`, {
        lines: marks.lines.map(({ id }, place) => ({ id, codes: codes[place] ?? [] })),
      }),
    onSuccess: () => {
      showToast('success', t('receipts:marks.saved'));
      onClose();
      return refresh();
    },
  });
  const failure = save.error ? toClientError(save.error) : undefined;
  const change = (line: number, piece: number, text: string) => {
    if (failure) save.reset();
    setCodes((now) =>
      now.map((own, at) => (at === line ? own.map((code, index) => (index === piece ? text : code)) : own)),
    );
  };
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const isOther = failure && !Object.keys(failure.fields).some((key) => key.includes('codes['));
  return (
    <form ref={form} noValidate className="grid gap-5" onSubmit={handleSubmit}>
      <p className="text-small text-ink-second">{t('receipts:marks.hint')}</p>
      {marks.lines.map((line, place) => (
        <fieldset key={line.id} className="grid gap-3">
          <legend className="mb-2 font-medium break-words">{nameOf(line)}</legend>
          {codes[place]?.map((code, piece) => (
            <ScannedField
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line never move
              key={piece}
              id={`mark-${line.id}-${piece}`}
              label={t('receipts:marks.piece', { place: piece + 1, count: line.pieces })}
              value={code}
              refused={failure?.fields[`lines[${place}].codes[${piece}]`]?.[0] ?? markProblem(code)}
              form={form}
              onChange={(text) => change(place, piece, text)}
            />
          ))}
        </fieldset>
      ))}
      {isOther && <ErrorBanner text={errorText(t, failure)} requestId={failure.requestId} />}
      <Button type="submit" variant="primary" className="justify-self-start" isLoading={save.isPending}>
        {t('receipts:marks.save')}
      </Button>
    </form>
  );
}

const nameOf = ({ name, variation }: MarkedLine) => [name, variation].filter(Boolean).join(', ');

/** What was handed over, and what has come back of it. */
function Known({ lines }: { lines: readonly MarkedLine[] }) {
  const { t } = useTranslation('receipts');
  return lines.map((line) => (
    <section key={line.id} className="grid gap-2">
      <h3 className="font-medium break-words">{nameOf(line)}</h3>
      <List codes={line.codes} empty={line.returned.length === 0 ? t('receipts:marks.none') : undefined} />
      {line.returned.length > 0 && (
        <>
          <p className="text-small text-ink-second">{t('receipts:marks.returned')}</p>
          <List codes={line.returned} />
        </>
      )}
    </section>
  ));
}

function List({ codes, empty }: { codes: readonly string[]; empty?: string | undefined }) {
  if (codes.length === 0) return empty ? <p className="text-ink-second">{empty}</p> : null;
  return (
    <ul className="grid gap-1">
      {codes.map((code) => (
        <li key={code} dir="ltr" className="rounded-control bg-sunken px-3 py-2 text-small break-all">
          {shownCode(code)}
        </li>
      ))}
    </ul>
  );
}

/** Separators have no picture of their own. */
const shownCode = (code: string) => code.replaceAll('\u001d', '\u241d');
