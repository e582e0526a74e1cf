import { RedirectTo } from '@/crud/redirect-to';

/** A path of the API that the specification lists among the routes (§2). */
export default function ConversationsPage() {
  return <RedirectTo to="/message" />;
}
