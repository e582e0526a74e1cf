import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Spinner } from '@/components/ui/spinner';
import { download } from '@/lib/api/files';

interface FileButtonProps {
  /** Path below the API base. */
  path: `products/${number}/digital-file` | `product-reviews/${number}/files/${number}`;
  name: string;
}

export function FileButton({ path, name }: FileButtonProps) {
  const fetching = useMutation({ mutationFn: () => download(path, {}, name) });
  return (
    <button
      type="button"
      disabled={fetching.isPending}
      className="inline-flex min-w-0 items-center gap-1.5 rounded-badge text-start pointer-coarse:min-h-10 text-accent-ink hover:underline"
      onClick={() => fetching.mutate()}
    >
      {fetching.isPending ? <Spinner /> : <Download className="size-4 shrink-0" />}
      <span className="min-w-0 break-all">{name}</span>
    </button>
  );
}
