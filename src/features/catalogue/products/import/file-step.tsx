import { useState } from 'react';
import { FileDrop } from '@/components/media/file-drop';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { maxImportBytes } from '@/contract/catalogue/products/imports';
import { formatRelative } from '@/lib/format/format';
import type { ImportState } from './use-import';
import { useImportWords } from './use-import-words';

/** The first step: a file is chosen, sent and read. */
export function FileStep({ state }: { state: ImportState }) {
  const { text, language } = useImportWords();
  const [refusal, setRefusal] = useState<string>();
  const { upload, percent, last, choose, forget } = state;
  const handleFile = (file: File) => {
    forget();
    if (!/\.(csv|txt|tsv|xlsx|xls)$/i.test(file.name)) return setRefusal(text('wrong-type'));
    if (file.size > maxImportBytes)
      return setRefusal(text('too-large', { size: maxImportBytes / 1024 ** 2 }));
    setRefusal(undefined);
    upload.mutate(file);
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
      {refusal && (
        <div className="mb-3">
          <ErrorBanner text={refusal} onClose={() => setRefusal(undefined)} />
        </div>
      )}
      <FileDrop
        label={text('choose')}
        hint={text('limits')}
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        onFile={handleFile}
      />
      <p className="mt-3 text-ink-second">{text('hint')}</p>
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
