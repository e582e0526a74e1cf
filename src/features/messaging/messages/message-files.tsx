import { FileText } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { Attachment } from '@/contract/core/define';
import { fileUrl } from '@/lib/api/client';

/** Attachments: thumbnails for images, names for other files; open in a new tab. */
export function MessageFiles({ files }: { files: readonly Attachment[] }) {
  const { t } = useTranslation('messaging');
  if (files.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-wrap gap-1.5">
      {files.map((file) => {
        const name = file.file_name ?? t('messaging:messages.file');
        return (
          <li key={file.id} className="max-w-full">
            <a
              href={fileUrl(file.original)}
              target="_blank"
              rel="noopener noreferrer"
              className="block max-w-full rounded-control hover:opacity-90"
            >
              {file.thumbnail ? (
                // Reserves the space before the image loads, against layout shift.
                <img
                  src={fileUrl(file.thumbnail)}
                  alt={name}
                  className="size-32 rounded-control bg-line-faint object-cover"
                />
              ) : (
                <span className="flex items-center gap-2 rounded-control border border-line bg-surface px-2.5 py-1.5 text-small">
                  <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-second" />
                  <span className="truncate">{name}</span>
                </span>
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
