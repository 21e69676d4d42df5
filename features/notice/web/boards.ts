// The boards that are lists with a page for each entry: their calls, their address and their words.
import {
  type Board,
  boardCategories,
  type Category,
  getNotice,
  getPromotion,
  getStrategy,
  listNotices,
  listPromotions,
  listStrategies,
} from '../board-contract.ts';

export type ListedBoard = Extract<Board, 'notice' | 'strategy' | 'promotion'>;

interface Listed {
  list: typeof listNotices;
  item: typeof getNotice;
  path: string;
  categories: readonly Category[];
}

// One shape for all; only the categories that may be asked for differ.
const sameShape = (list: unknown) => list as typeof listNotices;

export const listedBoards: Readonly<Record<ListedBoard, Listed>> = {
  notice: { list: listNotices, item: getNotice, path: '/service/notice', categories: boardCategories.notice },
  strategy: {
    list: sameShape(listStrategies),
    item: getStrategy as typeof getNotice,
    path: '/service/invest_info',
    categories: boardCategories.strategy,
  },
  promotion: {
    list: sameShape(listPromotions),
    item: getPromotion as typeof getNotice,
    path: '/service/event',
    categories: boardCategories.promotion,
  },
};
