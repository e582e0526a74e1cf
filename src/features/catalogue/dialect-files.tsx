import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { FileDrop } from '@/components/media/file-drop';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { errorText, toClientError } from '@/lib/api/errors';
import { saveText, sendForm } from '@/lib/api/files';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

type FileKind = 'products' | 'variation-options' | 'attributes';

const importPaths = {
  products: 'import-products',
  'variation-options': 'import-variation-options',
  attributes: 'import-attributes',
} as const satisfies Record<FileKind, string>;

interface DialectFilesProps {
  shopId: number;
  kinds: readonly FileKind[];
  /** Query keys of the data that an import changes. */
  changes: readonly string[];
}

/** CSV files of a shop on other servers of the dialect: whole tables, imported without a dry run. */
export function DialectFiles({ shopId, kinds, changes }: DialectFilesProps) {
  const { t } = useTranslation('catalogue');
  return (
    <div>
      <p className="mt-3 text-ink-second">{t('catalogue:dialect-files.text')}</p>
      {kinds.map((kind) => (
        <KindFiles key={kind} kind={kind} shopId={shopId} changes={changes} />
      ))}
    </div>
  );
}

function KindFiles({ kind, shopId, changes }: Omit<DialectFilesProps, 'kinds'> & { kind: FileKind }) {
  const { t } = useTranslation('catalogue');
  const { save, send, problem, forget, take } = useKindFiles(kind, shopId, changes);
  const name = t(`catalogue:dialect-files.${kind}`);
  return (
    <section aria-label={name} className="mt-5 border-t border-line-faint pt-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">{name}</h3>
        <Button
          icon={<Download className="size-4" />}
          isLoading={save.isPending}
          onClick={() => {
            forget();
            save.mutate();
          }}
        >
          {t('catalogue:dialect-files.export')}
        </Button>
      </header>
      {save.data === false && (
        <p role="status" className="mt-2 text-ink-second">
          {t('catalogue:dialect-files.empty')}
        </p>
      )}
      {problem && (
        <div className="mt-3">
          <ErrorBanner text={problem} onClose={forget} />
        </div>
      )}
      <div className="mt-3" aria-busy={send.isPending}>
        <FileDrop
          label={t(send.isPending ? 'catalogue:attributes-csv.importing' : 'catalogue:attributes-csv.choose')}
          hint={t('catalogue:dialect-files.hint')}
          accept=".csv,text/csv"
          onFile={take}
        />
      </div>
    </section>
  );
}

function useKindFiles(kind: FileKind, shopId: number, changes: readonly string[]) {
  const { t } = useTranslation('catalogue');
  const refresh = useRefresh(changes);
  const [isWrong, setWrong] = useState(false);
  const meta = { silent: true };
  const save = useMutation({
    meta,
    mutationFn: () => saveText(`export-${kind}/${shopId}`, `${kind}-${shopId}.csv`),
  });
  const send = useMutation({
    meta,
    mutationFn: (csv: File) => sendForm(importPaths[kind], { shop_id: String(shopId), csv }),
    onSuccess: async (answer) => {
      // The response is a bare boolean; anything false or empty is a rejection without a message.
      if (!answer || String(answer) === '0' || String(answer) === 'false') return setWrong(true);
      showToast('success', t('catalogue:dialect-files.done'));
      await refresh();
    },
  });
  const failure = save.error ?? send.error;
  const problem = isWrong
    ? t('catalogue:dialect-files.refused')
    : failure && errorText(t, toClientError(failure));
  const forget = () => {
    setWrong(false);
    save.reset();
    send.reset();
  };
  const take = (file: File) => {
    if (send.isPending) return;
    forget();
    send.mutate(file);
  };
  return { save, send, problem, forget, take };
}
