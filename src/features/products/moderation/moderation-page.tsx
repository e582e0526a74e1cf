interface ModerationPageProps {
  shop?: string;
}

export function ModerationPage(_props: ModerationPageProps) {
  return null;
}
