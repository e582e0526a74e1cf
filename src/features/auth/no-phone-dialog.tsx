export function NoPhoneDialog(_props: { onClose: () => void }) {
  return null;
}
