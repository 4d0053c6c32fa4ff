import "./columns/lost-creation";
