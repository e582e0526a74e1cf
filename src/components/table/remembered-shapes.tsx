import { FoldedList } from '@/components/ui/folded-list';
import { IconButton } from '@/components/ui/icon-button';

interface RememberedShapesProps {
  title: string;
  /** The file that a choice was made for, and what its columns mean. */
  shapes: readonly { id: number; name: string; columns: readonly string[] }[];
  forgetLabel: (name: string) => string;
  /** Nothing can be forgotten without it. */
  onForget?: ((id: number) => void) | undefined;
  isBusy: boolean;
}

/** What was chosen for the columns of files before; each can be forgotten. */
export function RememberedShapes({ title, shapes, forgetLabel, onForget, isBusy }: RememberedShapesProps) {
  return (
    <FoldedList title={title}>
      <ul className="divide-y divide-line-faint px-3 pb-2">
        {shapes.map(({ id, name, columns }) => (
          <li key={id} className="flex items-start gap-2 py-2">
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{name}</p>
              <p className="text-small wrap-anywhere text-ink-second">{columns.join(' · ')}</p>
            </div>
            {onForget && (
              <IconButton
                label={forgetLabel(name)}
                icon="trash-2"
                disabled={isBusy}
                onClick={() => onForget(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </FoldedList>
  );
}
