import { FileUp } from 'lucide-react';
import { useDrop } from './use-drop';

interface FileDropProps {
  label: string;
  hint: string;
  /** Accepted types, in the syntax of the `accept` attribute. */
  accept: string;
  onFile: (file: File) => void;
}

export function FileDrop({ label, hint, accept, onFile }: FileDropProps) {
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  const { isOver, handlers } = useDrop(take);
  return (
    <label
      className={`flex min-h-40 flex-col items-center justify-center gap-1 rounded-card border border-dashed px-4 py-5 text-center transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent ${
        isOver ? 'border-accent bg-accent-soft' : 'border-ink-third/60 hover:border-accent hover:bg-sunken'
      }`}
      {...handlers}
    >
      <input
        type="file"
        accept={accept}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files);
          // Allows choosing the same file again after a correction.
          event.target.value = '';
        }}
      />
      <FileUp className="size-6 text-accent-ink" strokeWidth={1.75} />
      <span className="font-medium text-accent-ink">{label}</span>
      <span className="text-small text-ink-second">{hint}</span>
    </label>
  );
}
