import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import type { ProductImport } from '@/contract/catalogue/products/imports';
import { download } from '@/lib/api/files';
import { ImportErrors } from './import-errors';
import { ResultActions } from './result-actions';
import type { ImportState } from './use-import';
import { useImportWords } from './use-import-words';

interface ResultStepProps {
  one: ProductImport;
  state: ImportState;
  shop: string;
  onClose: () => void;
}

/** What a check has found, or an import has done, and what is wrong with which cell. */
export function ResultStep({ one, state, shop, onClose }: ResultStepProps) {
  const { text } = useImportWords();
  return (
    <div>
      <div role="status" className="rounded-card border border-line bg-sunken px-4 py-3">
        <p className="font-semibold">{text(one.status)}</p>
        <p className="break-words text-ink-second">{one.file_name}</p>
        <Figures one={one} />
        <Verdict one={one} />
      </div>
      <ImportErrors key={`${one.id} ${one.version}`} one={one} />
      {one.rejected > 0 && <RejectedFiles one={one} />}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <ResultActions one={one} state={state} />
        {one.status === 'done' && (
          <LinkButton href={`/${shop}/products`} variant="primary" onClick={onClose}>
            {text('to-list')}
          </LinkButton>
        )}
      </div>
    </div>
  );
}

/** Rows that are right and change nothing, or were to be left alone. */
const sameRows = ({ passed, created, updated, rejected }: ProductImport) =>
  Math.max(0, passed - created - updated - rejected);

function Figures({ one }: { one: ProductImport }) {
  const { counted, text } = useImportWords();
  const isPlan = one.status === 'checked';
  const figures = [
    [isPlan ? 'will-create' : 'created', one.created],
    [isPlan ? 'will-update' : 'updated', one.updated],
    ['same', sameRows(one)],
    ['rejected', one.rejected],
    ['left', one.total - one.passed],
  ] as const;
  const shown = figures.filter(([, count]) => count > 0);
  return (
    <>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        {shown.map(([key, count]) => (
          <li key={key} className={key === 'rejected' ? 'font-medium text-bad' : undefined}>
            {counted(key, count)}
          </li>
        ))}
      </ul>
      {Object.values(one.mapping).includes('parent') && (
        <p className="mt-1 text-small text-ink-second">{text('variations-count')}</p>
      )}
    </>
  );
}

function Verdict({ one }: { one: ProductImport }) {
  const { text } = useImportWords();
  const isBarred = one.status === 'checked' && one.options.mode === 'atomic' && one.rejected > 0;
  const hasNothing = one.status === 'checked' && one.created + one.updated === 0 && one.rejected === 0;
  const key = isBarred ? 'atomic-note' : hasNothing ? 'nothing' : one.failure && `failure.${one.failure}`;
  return key ? <p className="mt-2">{text(key)}</p> : null;
}

function RejectedFiles({ one }: { one: ProductImport }) {
  const { text, language } = useImportWords();
  const save = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      download(`product-imports/${one.id}/rejected.${format}`, { language }, `rejected-${one.id}.${format}`),
  });
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          size="small"
          icon={<Download aria-hidden="true" className="size-4" />}
          isLoading={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          {text(`rejected-${format}`)}
        </Button>
      ))}
    </div>
  );
}
