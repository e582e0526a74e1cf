import { NotFound } from '@/components/page/not-found';
import { Loader } from '@/components/ui/loader';
import { movedTo } from '@/contract/pages/moved';
import { useInstead } from './use-instead';

/** For unknown addresses, unless another page has taken their place, and shops that do not exist for this person. */
export function PageMissing({ isInShell = false }: { isInShell?: boolean }) {
  const isElsewhere = useInstead(movedTo);
  return isElsewhere ? <Loader isFullScreen /> : <NotFound isFullScreen={!isInShell} />;
}
