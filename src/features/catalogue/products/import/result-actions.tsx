import { Button } from '@/components/ui/button';
import type { ProductImport } from '@/contract/catalogue/products/imports';
import type { ImportState } from './use-import';
import { useImportWords } from './use-import-words';

/** What may be done now: everything is still open after a check, and what has stopped can be gone on with. */
export function ResultActions({ one, state }: { one: ProductImport; state: ImportState }) {
  const { text } = useImportWords();
  const { act, rechoose, choose } = state;
  const isChecked = one.status === 'checked';
  const hasWork = one.created + one.updated > 0;
  const isBarred = one.options.mode === 'atomic' && one.rejected > 0;
  const canRun = isChecked ? hasWork && !isBarred : one.status === 'cancelled' || one.status === 'failed';
  const word = isChecked
    ? one.rejected > 0
      ? 'run-right'
      : 'run'
    : one.status === 'failed'
      ? 'again'
      : 'continue';
  return (
    <>
      <Button onClick={() => choose(null)}>{text('other-file')}</Button>
      {one.status !== 'done' && (
        // A change of choices, even of none, opens them again.
        <Button isLoading={rechoose.isPending} onClick={() => rechoose.mutate({})}>
          {text('change-columns')}
        </Button>
      )}
      {canRun && !(one.status === 'failed' && isBarred) && (
        <Button variant="primary" isLoading={act.isPending} onClick={() => act.mutate('run')}>
          {text(word)}
        </Button>
      )}
    </>
  );
}
