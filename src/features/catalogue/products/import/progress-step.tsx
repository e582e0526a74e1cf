import { Button } from '@/components/ui/button';
import type { ProductImport } from '@/contract/catalogue/products/imports';
import type { ImportState } from './use-import';
import { useImportWords } from './use-import-words';

interface ProgressStepProps {
  one: ProductImport;
  state: ImportState;
  onClose: () => void;
}

/** How far the server has come; it does not need anybody to watch. */
export function ProgressStep({ one, state, onClose }: ProgressStepProps) {
  const { text, counted, number } = useImportWords();
  const label = text(one.status);
  return (
    <div>
      <p className="font-semibold">{label}</p>
      <p className="mt-1 break-words text-ink-second">{one.file_name}</p>
      <progress
        aria-label={label}
        max={Math.max(1, one.total)}
        value={one.passed}
        className="mt-4 h-2 w-full accent-accent"
      />
      <p role="status" className="mt-2 flex flex-wrap justify-between gap-x-4 tabular-nums">
        <span>{text('progress', { passed: number(one.passed), total: number(one.total) })}</span>
        {one.rejected > 0 && <span className="text-bad">{counted('rejected', one.rejected)}</span>}
      </p>
      <p className="mt-3 text-small text-ink-second">{text('may-close')}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button isLoading={state.act.isPending} onClick={() => state.act.mutate('cancel')}>
          {text('stop')}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {text('close')}
        </Button>
      </div>
    </div>
  );
}
