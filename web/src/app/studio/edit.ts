/** The context that holds the action "edit these rules" of a game that a link brought. */
export const EDIT = Symbol("edit");
