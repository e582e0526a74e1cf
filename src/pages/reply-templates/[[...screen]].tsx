import { replyTemplates } from '@/contract/messaging/reply-templates';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(replyTemplates);
