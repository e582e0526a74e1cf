import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { FileDrop } from '@/components/media/file-drop';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { type ImportStatus, maxImportBytes, type ProductImport } from '@/contract/catalogue/products/imports';
import { download } from '@/lib/api/files';
import { formatRelative } from '@/lib/format/relative';
import { ColumnsStep } from './columns-step';
import { ResultStep } from './result-step';
import { type ImportState, useImport, useImportWords } from './use-import';

interface ImportTabProps {
  shopId: number;
  /** Slug of the shop, for the link to its products. */
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

/** Import wizard: choose a file, map its columns, check without writing, import. */
export function ImportTab({ shopId, shop, onClose }: ImportTabProps) {
  const state = useImport(shopId);
  const { text, requestError } = useImportWords();
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
          <ErrorBanner text={requestError(error)} requestId={error.requestId} onClose={forget} />
        </div>
      )}
      {isLoading ? (
        <p className="grid min-h-40 place-content-center">
          <Spinner />
        </p>
      ) : (
        <Step state={state} shop={shop} onClose={onClose} />
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
      // Remounted per file, so that the options reset.
      return <ColumnsStep key={one.id} one={one} state={state} />;
    case 'checking':
    case 'running':
      return <ProgressStep one={one} state={state} onClose={onClose} />;
    default:
      return <ResultStep one={one} state={state} shop={shop} onClose={onClose} />;
  }
}

function FileStep({ state }: { state: ImportState }) {
  const { text, language } = useImportWords();
  const [problem, setProblem] = useState<string>();
  const { upload, percent, last, choose, forget } = state;
  const handleFile = (file: File) => {
    forget();
    if (!/\.(csv|txt|tsv|xlsx|xlsm|xls|ods)$/i.test(file.name)) return setProblem(text('wrong-type'));
    if (file.size > maxImportBytes)
      return setProblem(text('too-large', { size: maxImportBytes / 1024 ** 2 }));
    setProblem(undefined);
    upload.mutate({ csv: file, chosen: {} });
  };
  if (upload.isPending) {
    const isSent = percent === undefined || percent >= 100;
    return (
      <p role="status" className="grid min-h-40 place-content-center justify-items-center gap-2">
        <Spinner />
        {isSent ? text('reading') : text('uploading', { percent })}
      </p>
    );
  }
  return (
    <>
      {problem && (
        <div className="mb-3">
          <ErrorBanner text={problem} onClose={() => setProblem(undefined)} />
        </div>
      )}
      <FileDrop
        label={text('choose')}
        hint={text('limits')}
        accept=".csv,.txt,.tsv,.xlsx,.xlsm,.xls,.ods,text/csv"
        onFile={handleFile}
      />
      <p className="mt-3 text-ink-second">{text('hint')}</p>
      <Template shopId={state.shopId} />
      {last && (
        <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line-faint pt-3 text-small text-ink-second">
          <span className="min-w-0 break-words">
            {text('last', { file: last.file_name, when: formatRelative(last.updated_at, language) })}
          </span>
          <Button size="small" variant="ghost" onClick={() => choose(last.id)}>
            {text('last-open')}
          </Button>
        </p>
      )}
    </>
  );
}

function Template({ shopId }: { shopId: number }) {
  const { text, language } = useImportWords();
  const save = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      download(`product-imports/template.${format}`, { shop_id: shopId, language }, `template.${format}`),
  });
  return (
    <p className="mt-3 flex flex-wrap items-center gap-2">
      {text('template')}
      {(['xlsx', 'csv'] as const).map((format) => (
        <Button
          key={format}
          size="small"
          aria-label={`${text('template')}, ${format.toUpperCase()}`}
          icon={<Download aria-hidden="true" className="size-4" />}
          isLoading={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </p>
  );
}

interface ProgressStepProps {
  one: ProductImport;
  state: ImportState;
  onClose: () => void;
}

/** Progress of a check or an import; the server continues when the dialog is closed. */
function ProgressStep({ one, state, onClose }: ProgressStepProps) {
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
