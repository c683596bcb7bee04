import { describeRandomGames } from './simulation/games.js';

describeRandomGames(1);
