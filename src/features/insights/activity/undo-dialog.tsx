import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { type ChangeInWords, useHistoryWords } from '@/components/domain/use-history-words';
import { Checkbox } from '@/components/inputs/checkbox';
import { ErrorBanner } from '@/components/page/error-banner';
import { Skeleton } from '@/components/ui/skeleton';
import type { UndoPreview } from '@/contract/core/history';
import type { DialogProps } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { type ClientError, errorText, toClientError } from '@/lib/api/errors';
import { formatDateTime } from '@/lib/format/format';
import { showToast } from '@/lib/toast';

/** Puts chosen fields of a saved form back: today's values beside the former ones. */
export function UndoDialog({ data: { family, entry, labelOf }, onClose }: DialogProps<'UNDO_SAVE'>) {
  const { t, i18n } = useTranslation(['insights', 'common', 'form']);
  const words = useHistoryWords(family, labelOf);
  const preview = useUndoPreview(family, entry.id);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const keys = Object.keys(preview.data?.changes ?? {});
  const chosen = keys.filter((key) => !left.has(key));
  const undo = useUndo(family, entry.id, onClose);
  const failure = preview.error ?? undo.error;
  const toggle = (key: string) => setLeft((before) => before.symmetricDifference(new Set([key])));

  return (
    <AskForm
      title={t('insights:history.undo-title')}
      text={t('insights:history.undo-text', { time: formatDateTime(entry.at, i18n.language) })}
      confirmLabel={t('insights:history.undo')}
      isWide
      isLoading={undo.isPending}
      isDisabled={!preview.data || chosen.length === 0}
      onConfirm={() => preview.data && undo.mutate({ fields: chosen, version: preview.data.version })}
      onClose={onClose}
    >
      {preview.isPending && <Skeleton className="h-20 w-full" />}
      {preview.data && keys.length === 0 && (
        <p className="text-ink-second">{t('insights:history.undo-nothing')}</p>
      )}
      {keys.length > 0 && (
        <ul className="grid max-h-100 gap-3 overflow-y-auto">
          {keys.map((key) => (
            <UndoField
              key={key}
              lines={words.changes({ action: 'update', changes: pairOf(preview.data, key) })}
              label={words.label(key)}
              isChosen={!left.has(key)}
              onToggle={() => toggle(key)}
            />
          ))}
        </ul>
      )}
      {preview.data && <GoneFiles gone={preview.data.gone} label={words.label} />}
      {failure && <Failure failure={toClientError(failure)} label={words.label} />}
    </AskForm>
  );
}

const pairOf = (preview: UndoPreview | undefined, key: string): UndoPreview['changes'] => ({
  [key]: preview?.changes[key] ?? [null, null],
});

function useUndoPreview(family: string, entry: number) {
  return useQuery({
    queryKey: [family, 'undo', entry],
    queryFn: () => api.get(`audit/${entry}/undo`),
    // Compared with the record of now.
    gcTime: 0,
  });
}

function useUndo(family: string, entry: number, onClose: () => void) {
  const client = useQueryClient();
  const { t } = useTranslation('insights');
  return useMutation({
    mutationFn: (body: { fields: string[]; version: number }) => api.post(`audit/${entry}/undo`, body),
    onSuccess: async (row) => {
      const isWaiting = 'has_waiting_change' in row && row.has_waiting_change === true;
      showToast('success', t(`insights:history.${isWaiting ? 'undo-waits' : 'undone'}`));
      onClose();
      await client.invalidateQueries({ queryKey: [family] });
    },
    meta: { silent: true },
  });
}

interface UndoFieldProps {
  label: string;
  lines: readonly ChangeInWords[];
  isChosen: boolean;
  onToggle: () => void;
}

function UndoField({ label, lines, isChosen, onToggle }: UndoFieldProps) {
  const { t } = useTranslation('insights');
  const nothing = t('insights:history.nothing');
  return (
    <li className="min-w-0 break-words">
      <Checkbox label={label} checked={isChosen} onChange={onToggle} />
      {lines.map(({ path, label: name, before, after }) => (
        <p key={path} className="ms-7 text-small">
          {name !== label && <span className="text-ink-second">{name.replace(`${label} · `, '')}: </span>}
          <del dir="auto" className="text-ink-second">
            {before ?? nothing}
          </del>
          {' → '}
          <ins dir="auto" className="no-underline">
            {after ?? nothing}
          </ins>
        </p>
      ))}
    </li>
  );
}

function GoneFiles({ gone, label }: { gone: UndoPreview['gone']; label: (key: string) => string }) {
  const { t } = useTranslation('insights');
  if (gone.length === 0) return null;
  const names = gone.map(({ key, name }) => `${label(key)}: ${name}`).join('; ');
  return <p className="text-small text-warn">{t('insights:history.undo-gone', { names })}</p>;
}

/** A conflict asks to look again; a value that no longer fits is named with its field. */
function Failure({ failure, label }: { failure: ClientError; label: (key: string) => string }) {
  const { t } = useTranslation(['insights', 'common', 'form']);
  if (failure.code === 'CONFLICT') return <ErrorBanner text={t('insights:history.undo-conflict')} />;
  const fields = Object.entries(failure.fields ?? {}).map(
    ([key, errors]) => `${label(key)}: ${t(`form:${errors[0] ?? 'error-wrong-value'}`)}`,
  );
  return <ErrorBanner text={fields.join('; ') || errorText(t, failure)} requestId={failure.requestId} />;
}
