import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useRef, useState } from 'react';
import { ScannedField } from '@/components/domain/marks/scanned-field';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { markProblem } from '@/contract/orders/mark-code';
import type { MarkedLine } from '@/contract/orders/marks';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { useMay } from '@/lib/session/rights';
import { showToast } from '@/lib/toast';
import { CallRefusal } from '../call-refusal';

/** Which marked pieces come back, when it is only some of a line: the receipt of the return names them. */
export function RefundMarks({ id }: { id: number }) {
  const { data: lines = [] } = useQuery({
    queryKey: ['refunds', 'marks', id],
    queryFn: () => api.get(`refunds/${id}/marks`),
    enabled: useCan('receipts'),
  });
  return lines.length === 0 ? null : <Form key={JSON.stringify(lines)} id={id} lines={lines} />;
}

/** Codes that are returned already stay. */
const leftOf = ({ pieces, returned }: MarkedLine) => pieces - returned.length;

function Form({ id, lines }: { id: number; lines: readonly MarkedLine[] }) {
  const { t } = useTranslation(['receipts', 'form']);
  const form = useRef<HTMLFormElement>(null);
  const mayWrite = useMay('refunds:write');
  const [codes, setCodes] = useState(() =>
    lines.map((line) => Array.from({ length: leftOf(line) }, (_one, piece) => line.codes[piece] ?? '')),
  );
  const refresh = useRefresh(['refunds', 'orders']);
  const written = codes.flatMap((own, line) =>
    own.flatMap((code, piece) => (code === '' ? [] : [{ code, at: `${line} ${piece}` }])),
  );
  const save = useMutation({
    meta: { silent: true },
    mutationFn: () => api.put(`refunds/${id}/marks`, { codes: written.map(({ code }) => code) }),
    onSuccess: () => {
      showToast('success', t('receipts:marks.saved'));
      return refresh();
    },
  });
  const refused = save.error ? toClientError(save.error).fields : {};
  const refusalOf = (at: string) => refused[`codes[${written.findIndex((one) => one.at === at)}]`]?.[0];
  const change = (line: number, piece: number, text: string) => {
    if (save.error) save.reset();
    setCodes((now) => now.map((own, at) => (at === line ? own.with(piece, text) : own)));
  };
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate();
  };
  if (!mayWrite || codes.every((own) => own.length === 0)) return null;
  return (
    <Card title={t('receipts:marks.title')} text={t('receipts:marks.back')}>
      <form ref={form} noValidate className="grid gap-4" onSubmit={handleSubmit}>
        {lines.map((line, place) => (
          <fieldset key={line.id} className="grid gap-3">
            <legend className="mb-2 font-medium break-words">
              {[line.name, line.variation].filter(Boolean).join(', ')}
            </legend>
            {codes[place]?.map((code, piece) => (
              <ScannedField
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line never move
                key={piece}
                id={`returned-${line.id}-${piece}`}
                label={t('receipts:marks.piece', { place: piece + 1, count: leftOf(line) })}
                value={code}
                refused={refusalOf(`${place} ${piece}`) ?? markProblem(code)}
                form={form}
                onChange={(text) => change(place, piece, text)}
              />
            ))}
          </fieldset>
        ))}
        <CallRefusal error={save.error} except={written.map((_one, at) => `codes[${at}]`)} />
        <Button type="submit" className="justify-self-start" isLoading={save.isPending}>
          {t('receipts:marks.save')}
        </Button>
      </form>
    </Card>
  );
}
