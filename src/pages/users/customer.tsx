import words from '@locales/ru/resources.json?users';
import { customers } from '@/contract/users';
import { resourcePage } from '@/crud/resource-page';
import { PeopleList } from '@/features/users/people-list';

export default resourcePage(customers, words.users, { List: PeopleList });
