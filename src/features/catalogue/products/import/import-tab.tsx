import { ErrorBanner } from '@/components/page/error-banner';
import { Spinner } from '@/components/ui/spinner';
import type { ImportStatus } from '@/contract/catalogue/products/imports';
import { ColumnsStep } from './columns-step';
import { FileStep } from './file-step';
import { ProgressStep } from './progress-step';
import { ResultStep } from './result-step';
import { type ImportState, useImport } from './use-import';
import { useImportWords } from './use-import-words';

interface ImportTabProps {
  shopId: number;
  /** Slug of the shop, for the way to its list. */
  shop: string;
  onClose: () => void;
}

const steps = ['file', 'columns', 'check', 'done'] as const;

const stepOf: Record<ImportStatus, number> = {
  uploading: 0,
  uploaded: 1,
  checking: 2,
  checked: 2,
  running: 3,
  done: 3,
  failed: 3,
  cancelled: 3,
};

/** A file of products, step by step: chosen, its columns told, checked without writing, imported. */
export function ImportTab({ shopId, shop, onClose }: ImportTabProps) {
  const state = useImport(shopId);
  const { text, refusal } = useImportWords();
  const { one, error, isLoading, forget } = state;
  const current = one ? stepOf[one.status] : 0;
  return (
    <div>
      <ol className="mb-4 flex flex-wrap gap-x-5 gap-y-1 text-small">
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === current ? 'step' : undefined}
            className={index === current ? 'font-semibold text-accent-ink' : 'text-ink-second'}
          >
            <span className="tabular-nums">{index + 1}.</span> {text(`step.${step}`)}
          </li>
        ))}
      </ol>
      {error && (
        <div className="mb-3">
          <ErrorBanner
            text={refusal(error)}
            {...(error.requestId && { requestId: error.requestId })}
            onClose={forget}
          />
        </div>
      )}
      {isLoading ? (
        <p className="grid min-h-40 place-content-center">
          <Spinner />
        </p>
      ) : (
        <Step {...{ state, shop, onClose }} />
      )}
    </div>
  );
}

function Step({ state, shop, onClose }: { state: ImportState; shop: string; onClose: () => void }) {
  const { one } = state;
  if (!one) return <FileStep state={state} />;
  switch (one.status) {
    case 'uploading':
    case 'uploaded':
      // Its choices begin anew with another file.
      return <ColumnsStep key={one.id} one={one} state={state} />;
    case 'checking':
    case 'running':
      return <ProgressStep one={one} state={state} onClose={onClose} />;
    default:
      return <ResultStep one={one} state={state} shop={shop} onClose={onClose} />;
  }
}
