import { mount } from "svelte";
import "../board/element";
import App from "./App.svelte";
import "./theme.css";
import "./app.css";

mount(App, { target: document.getElementById("app")! });
