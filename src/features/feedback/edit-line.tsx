import { menuItemClass } from '@/components/ui/menu-item-style';
import { SpriteIcon } from '@/components/ui/sprite-icon';

interface EditLineProps {
  text: string;
  /** There is no button for it beside the menu. */
  isOnEveryScreen?: boolean;
  onEdit: () => void;
  close: () => void;
}

/** A row's edit button as a line of its «•••»: on a phone there is no room for both. */
export function EditLine({ text, isOnEveryScreen = false, onEdit, close }: EditLineProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={`${menuItemClass} ${isOnEveryScreen ? '' : 'phone:flex! hidden!'}`}
      onClick={() => {
        close();
        onEdit();
      }}
    >
      <SpriteIcon name="pencil" className="size-4 text-ink-second" />
      {text}
    </button>
  );
}
