import words from '@locales/ru/resources.json?users';
import { pendingVendors } from '@/contract/users';
import { resourcePage } from '@/crud/resource-page';
import { PeopleList } from '@/features/users/people-list';

export default resourcePage(pendingVendors, words.users, { List: PeopleList });
